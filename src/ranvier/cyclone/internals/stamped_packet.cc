#include "ranvier/cyclone/internals/stamped_packet.h"

namespace ranvier::cyclone {

// RTPS 2.5, 9.3.2.1: the fraction counts parts of a second in 2^32.
bool Stamps::add(const OutgoingSubmessage& before, ddsrt_wctime_t time) noexcept {
  if (count_ == kMost) return false;
  constexpr std::int64_t kSecond = 1'000'000'000;
  places_[count_] = before;
  InfoTS_t& stamp = stamps_[count_++];
  stamp.smhdr = {SMID_INFO_TS, kNativeOrder, sizeof stamp - sizeof stamp.smhdr};
  stamp.time.seconds = static_cast<std::int32_t>(time.v / kSecond);
  stamp.time.fraction =
      static_cast<std::uint32_t>((static_cast<std::uint64_t>(time.v % kSecond) << 32) / kSecond);
  return true;
}

StampedPacket::StampedPacket(const ddsrt_iovec_t* parts, std::size_t count,
                             Stamps& stamps) noexcept {
  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t done = 0;
    for (; next < stamps.count() && stamps.place(next).part == i; ++next) {
      add(parts[i], done, stamps.place(next).offset);
      done = stamps.place(next).offset;
      parts_[count_++] = stamps.part(next);
    }
    add(parts[i], done, parts[i].iov_len);
  }
}

void StampedPacket::add(const ddsrt_iovec_t& part, std::size_t from, std::size_t to) noexcept {
  if (from == to) return;
  parts_[count_++] = {static_cast<std::uint8_t*>(part.iov_base) + from, to - from};
}

std::size_t size_of(const ddsrt_iovec_t* parts, std::size_t count) noexcept {
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += parts[i].iov_len;
  return size;
}

}  // namespace ranvier::cyclone
