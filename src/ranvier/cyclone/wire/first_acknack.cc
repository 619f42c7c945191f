#include "ranvier/cyclone/wire/first_acknack.h"

#include <algorithm>

namespace ranvier::cyclone {
namespace {

constexpr std::uint8_t kRtpsHeader[] = {'R', 'T', 'P', 'S', 2, 1, 0x01, 0x10};  // 2.1, of Cyclone
constexpr std::uint8_t kInfoDestination[] = {0x0e, 1, 12, 0};  // little endian, 12 bytes
constexpr std::uint8_t kAcknack[] = {0x06, 1, 24, 0};          // not final: it wants an answer

class Bytes32 {
 public:
  explicit Bytes32(FirstAcknack& to) : at_(to.data()) {}
  void put(const std::uint8_t* from, std::size_t size) { at_ = std::copy_n(from, size, at_); }
  void put(std::uint32_t value) {
    for (int i = 0; i < 4; ++i) *at_++ = static_cast<std::uint8_t>(value >> (8 * i));
  }

 private:
  std::uint8_t* at_;
};

}  // namespace

FirstAcknack first_acknack(const Gid& reader, const Gid& writer, AckBase base,
                           std::uint32_t count) noexcept {
  FirstAcknack message{};
  Bytes32 to(message);
  to.put(kRtpsHeader, sizeof kRtpsHeader);
  to.put(reader.bytes.data(), Gid::kPrefixSize);
  to.put(kInfoDestination, sizeof kInfoDestination);
  to.put(writer.bytes.data(), Gid::kPrefixSize);
  to.put(kAcknack, sizeof kAcknack);
  to.put(reader.bytes.data() + Gid::kPrefixSize, 4);
  to.put(writer.bytes.data() + Gid::kPrefixSize, 4);
  to.put(0);  // the high half of the base
  to.put(base == AckBase::kOne ? 1 : 0);
  to.put(0);  // no number is missing
  to.put(count);
  return message;
}

}  // namespace ranvier::cyclone
