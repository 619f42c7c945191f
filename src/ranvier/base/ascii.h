// Letters and digits of ASCII, whatever the locale.
//
// <cctype> asks the locale of the process, which a program that uses Qt sets to the user's:
// of 8-bit locales it takes bytes from 0x80 on for letters or spaces.
#pragma once

#include <algorithm>
#include <string_view>

namespace ranvier {

/// Contract of all: any thread, no allocation.
constexpr bool is_ascii_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// Space, tab, newline, vertical tab, form feed, carriage return.
constexpr bool is_ascii_space(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr char to_ascii_upper(char c) noexcept {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// Whether `text` is `upper` but for the case of its letters; `upper` has no small ones.
constexpr bool same_word(std::string_view text, std::string_view upper) noexcept {
  return std::equal(text.begin(), text.end(), upper.begin(), upper.end(),
                    [](char a, char b) { return to_ascii_upper(a) == b; });
}

}  // namespace ranvier
