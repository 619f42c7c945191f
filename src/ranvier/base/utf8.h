// Texts that were cut, or never were text, on their way to those who take UTF-8 alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ranvier {

/// How much of a text that was cut at its end is whole: less than its size, by up to three
/// bytes, if the last letter lacks some of its own.
/// Contract: any thread, no allocation.
[[nodiscard]] constexpr std::size_t whole_letters(std::string_view text) noexcept {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;  // not the first of its letter
    const std::size_t needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return needed > back ? text.size() - back : text.size();
  }
  return text.size();
}

/// The text with U+FFFD in place of every byte that is not part of a letter: a lone or missing
/// continuation, a form that is too long, half of a surrogate pair, more than U+10FFFF.
/// Contract: any thread.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace ranvier
