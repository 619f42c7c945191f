#include "ranvier/proto/param/value.h"

#include <gtest/gtest.h>

#include <limits>

#include "comma_locale.h"
#include "ranvier/proto/param/checks.h"

namespace ranvier::param {
namespace {

Value integer_value_of(std::int64_t number) {
  Value value;
  value.type = Type::PARAMETER_INTEGER;
  value.integer_value = number;
  return value;
}

TEST(ParameterValueTest, EveryTypeHasTheNameThatRos2Shows) {
  EXPECT_EQ(type_name(Type::PARAMETER_NOT_SET), "not set");
  EXPECT_EQ(type_name(Type::PARAMETER_STRING_ARRAY), "string_array");
  EXPECT_EQ(type_name(77), "unknown type");
}

TEST(ParameterValueTest, NumbersInAListAreShorterThanByThemselves) {
  Value value;
  value.type = Type::PARAMETER_DOUBLE;
  value.double_value = 0.5;
  EXPECT_EQ(to_text(value), "0.500000");
  value.type = Type::PARAMETER_DOUBLE_ARRAY;
  value.double_array_value = {0.5, 1};
  EXPECT_EQ(to_text(value), "[0.5, 1]");
}

TEST(ParameterValueTest, TheLocaleOfTheProcessChangesNothing) {
  const support::CommaLocale comma;
  if (!comma.there()) GTEST_SKIP() << "localedef is not installed";
  Value value;
  value.type = Type::PARAMETER_DOUBLE;
  value.double_value = 1234.5;
  EXPECT_EQ(to_text(value), "1234.500000");
  Descriptor descriptor;
  descriptor.type = Type::PARAMETER_DOUBLE;
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].to_value = 2.75;
  EXPECT_NE(why_not("p", value, descriptor).find("1234.500000 is not within 0.000000 and 2.750000"),
            std::string::npos);
  value.type = Type::PARAMETER_DOUBLE_ARRAY;
  value.double_array_value = {1234.5, 1};
  EXPECT_EQ(to_text(value), "[1234.5, 1]");
}

TEST(ParameterChecksTest, AStepIsCountedFromTheLowerEndOverTheWholeRange) {
  Descriptor descriptor;
  descriptor.type = Type::PARAMETER_INTEGER;
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].from_value = std::numeric_limits<std::int64_t>::min();
  descriptor.integer_range[0].to_value = std::numeric_limits<std::int64_t>::max();
  descriptor.integer_range[0].step = 2;
  EXPECT_EQ(why_not("p", integer_value_of(0), descriptor), "");
  EXPECT_NE(why_not("p", integer_value_of(1), descriptor).find("in steps of 2"), std::string::npos);
}

TEST(ParameterChecksTest, AnotherTypeIsRefusedUnlessTheTypeIsDynamic) {
  Descriptor descriptor;
  descriptor.type = Type::PARAMETER_STRING;
  EXPECT_EQ(why_not("p", integer_value_of(1), descriptor).rfind(kWrongTypeWords, 0), 0u);
  descriptor.dynamic_typing = true;
  EXPECT_EQ(why_not("p", integer_value_of(1), descriptor), "");
}

}  // namespace
}  // namespace ranvier::param
