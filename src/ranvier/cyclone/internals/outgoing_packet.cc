#include "ranvier/cyclone/internals/outgoing_packet.h"

#include <cstring>

#include "ranvier/cyclone/internals/domain_internals.h"
namespace ranvier::cyclone {
namespace {

// What has no length and is none of these goes to the end of the packet.
bool may_be_empty(std::uint8_t kind) noexcept { return kind == SMID_PAD || kind == SMID_INFO_TS; }

}  // namespace

OutgoingPacket::OutgoingPacket(const ddsrt_iovec_t* parts, std::size_t count) noexcept
    : parts_(parts), count_(count) {
  if (count == 0 || parts[0].iov_len < sizeof(Header_t)) return;
  const auto* const begin = static_cast<const std::uint8_t*>(parts[0].iov_base);
  if (std::memcmp(begin, "RTPS", 4) != 0) return;
  header_ = begin;
  offset_ = sizeof(Header_t);
}

bool OutgoingPacket::next(OutgoingSubmessage& to) noexcept {
  if (header_ == nullptr || !skip(0)) return false;
  SubmessageHeader_t head;
  const std::size_t room = parts_[part_].iov_len - offset_;
  if (room < sizeof head) return false;
  to = {static_cast<std::uint8_t*>(parts_[part_].iov_base) + offset_, room, part_, offset_};
  std::memcpy(&head, to.head, sizeof head);
  if ((head.flags & SMFLAG_ENDIANNESS) != kNativeOrder) return false;
  const bool last = head.octetsToNextHeader == 0 && !may_be_empty(head.submessageId);
  if (last || !skip(sizeof head + head.octetsToNextHeader)) part_ = count_;
  return true;
}

// To where the next byte is; false at the end.
bool OutgoingPacket::skip(std::size_t bytes) noexcept {
  offset_ += bytes;
  while (part_ < count_ && offset_ >= parts_[part_].iov_len) {
    offset_ -= parts_[part_].iov_len;
    ++part_;
  }
  return part_ < count_;
}

}  // namespace ranvier::cyclone
