#include "ranvier/base/utf8.h"

namespace ranvier {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

bool continues(std::string_view text, std::size_t at, unsigned char least = 0x80,
               unsigned char most = 0xbf) {
  if (at >= text.size()) return false;
  const auto byte = static_cast<unsigned char>(text[at]);
  return byte >= least && byte <= most;
}

// Bytes of the letter that begins the text; 0 if none does (Unicode 15, table 3-7).
std::size_t letter(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(text, 1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const unsigned char least = first == 0xe0 ? 0xa0 : 0x80, most = first == 0xed ? 0x9f : 0xbf;
    return continues(text, 1, least, most) && continues(text, 2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const unsigned char least = first == 0xf0 ? 0x90 : 0x80, most = first == 0xf4 ? 0x8f : 0xbf;
    return continues(text, 1, least, most) && continues(text, 2) && continues(text, 3) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string as_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t bytes = letter(text);
    valid += bytes == 0 ? kReplacement : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
  }
  return valid;
}

}  // namespace ranvier
