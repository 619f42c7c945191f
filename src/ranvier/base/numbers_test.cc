#include "ranvier/base/numbers.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "comma_locale.h"
#include "ranvier/base/ascii.h"
#include "seeded.h"

namespace ranvier {
namespace {

std::string printed(const char* format, double value) {
  char text[400];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

class NumbersProperty : public support::SeededTest {};

TEST_F(NumbersProperty, TheTextsAreThoseOfPrintf) {
  std::vector<double> values{
      0.0,     -0.0,     1.5,       1e300,
      -1e-300, HUGE_VAL, -HUGE_VAL, std::numeric_limits<double>::denorm_min(),
      NAN};
  for (int i = 0; i < 1000; ++i) {
    values.push_back(std::bit_cast<double>(std::uint64_t{random_.below(SIZE_MAX)}));
  }
  for (const double value : values) {
    EXPECT_EQ(number_text(value), printed("%f", value));
    EXPECT_EQ(short_number_text(value), printed("%g", value));
  }
  EXPECT_EQ(number_text(std::int64_t{-1234567}), "-1234567");
}

TEST(NumbersTest, ReadsWhatStrtodReads) {
  EXPECT_EQ(read_double("2.75"), 2.75);
  EXPECT_EQ(read_double(" +1e3"), 1000.0);
  EXPECT_EQ(read_double("0x1p3"), 8.0);
  EXPECT_EQ(read_double("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(read_double("-inf"), -HUGE_VAL);
  EXPECT_TRUE(std::isnan(read_double("nan").value()));
  for (const char* text : {"", " ", "1,5", "1.5 ", "1.5x", "1e999", "1e-999", "one"}) {
    EXPECT_EQ(read_double(text), std::nullopt) << text;
  }
}

TEST(NumbersTest, TheLocaleOfTheProcessChangesNothing) {
  const support::CommaLocale comma;
  if (!comma.there()) GTEST_SKIP() << "localedef is not installed";
  EXPECT_EQ(number_text(1234.5), "1234.500000");
  EXPECT_EQ(number_text(1234567), "1234567");
  EXPECT_EQ(short_number_text(1234.5), "1234.5");
  EXPECT_EQ(short_number_text(0.5L), "0.5");
  EXPECT_EQ(read_double("2.75"), 2.75);
  EXPECT_EQ(read_double("2,75"), std::nullopt);
}

TEST(AsciiTest, BytesBeyondItAreNoLettersAndNoSpaces) {
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const char c = static_cast<char>(byte);
    EXPECT_FALSE(is_ascii_letter(c) || is_ascii_digit(c) || is_ascii_space(c)) << byte;
    EXPECT_EQ(to_ascii_upper(c), c);
  }
  EXPECT_TRUE(same_word("Info", "INFO"));
  EXPECT_FALSE(same_word("Infos", "INFO"));
}

}  // namespace
}  // namespace ranvier
