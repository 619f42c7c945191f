#include "analysis/trace_read/packed_text.h"

#include <cstdint>
#include <cstring>

namespace ranvier::trace_read {
namespace {

// The head of a packet, by CTF 1.8 (7.1): numbers in the byte order of the magic number.
constexpr std::uint32_t kMetadataMagic = 0x75D11D57;
constexpr std::size_t kContentAt = 24, kPacketAt = 28, kSchemesAt = 32, kHead = 37;
constexpr std::size_t kSchemes = 3;  // compression, encryption, checksum: a byte each

std::uint32_t number_at(const std::string& bytes, std::size_t at, bool swap) {
  std::uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return swap ? __builtin_bswap32(value) : value;
}

Error refused_packet(Code code, std::size_t at, const std::string& words) {
  return {code, "the packet at byte " + std::to_string(at) + " " + words};
}

}  // namespace

Result<std::string> unpack_text(std::string bytes) {
  if (bytes.size() < sizeof kMetadataMagic) return bytes;
  const bool swap = number_at(bytes, 0, false) == __builtin_bswap32(kMetadataMagic);
  if (number_at(bytes, 0, swap) != kMetadataMagic) return bytes;
  std::string text;
  std::size_t at = 0;
  while (at < bytes.size()) {
    if (bytes.size() - at < kHead) {
      return refused_packet(Code::kInvalidArgument, at, "ends within its head");
    }
    if (number_at(bytes, at, swap) != kMetadataMagic) {
      return refused_packet(Code::kInvalidArgument, at, "is none: it does not begin as one");
    }
    for (std::size_t i = 0; i < kSchemes; ++i) {
      if (bytes[at + kSchemesAt + i] == 0) continue;
      return refused_packet(Code::kUnsupported, at,
                            "is compressed, encrypted or has a checksum. Read "
                            "the trace with babeltrace2.");
    }
    const std::size_t content = number_at(bytes, at + kContentAt, swap) / 8;
    const std::size_t packet = number_at(bytes, at + kPacketAt, swap) / 8;
    if (content < kHead || packet < content || content > bytes.size() - at) {
      return refused_packet(Code::kInvalidArgument, at,
                            "says that it has " + std::to_string(content) + " bytes of " +
                                std::to_string(packet) + ", which cannot be");
    }
    text.append(bytes, at + kHead, content - kHead);
    at += packet;
  }
  return text;
}

}  // namespace ranvier::trace_read
