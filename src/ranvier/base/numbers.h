// Numbers with a fraction as text, whatever the locale.
//
// strtod(), printf() and std::to_string() read and write the decimal point of the process's
// locale, which a program with Qt sets to the user's: a comma for half of Europe. Files,
// messages and arguments have a point everywhere. house.calls holds that the tree uses this.
#pragma once

#include <locale.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

namespace ranvier {

/// What strtod() reads of the whole text in the "C" locale: spaces before it, "nan", "inf" and
/// "0x1p3" too. Nothing if a double cannot hold it: 1e999, and 1e-999, which would be 0.
/// Contract: any thread; allocates at the first call.
inline std::optional<double> read_double(const std::string& text) noexcept {
  static const locale_t kPlain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  char* end = nullptr;
  errno = 0;
  const double value = ::strtod_l(text.c_str(), &end, kPlain);
  // Of a denormal double, which can be held, it says ERANGE too.
  const bool beyond = errno == ERANGE && (value == 0 || std::isinf(value));
  if (beyond || end == text.c_str() || *end != '\0') return std::nullopt;
  return value;
}

/// As std::to_string() and printf("%f") write it in the "C" locale; integers in all digits.
/// Contract: any thread.
template <class Number>
std::string number_text(Number value) {
  if constexpr (std::is_integral_v<Number>) {
    return std::to_string(value);
  } else {
    char text[std::numeric_limits<Number>::max_exponent10 + 16];
    return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 6).ptr};
  }
}

/// As printf("%g") and a stream write it in the "C" locale: in six digits.
/// Contract: any thread.
template <class Float>
std::string short_number_text(Float value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 6).ptr};
}

}  // namespace ranvier
