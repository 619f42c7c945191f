// The submessages of a packet that Cyclone is about to send.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "ranvier/cyclone/internals/domain_internals.h"
namespace ranvier::cyclone {

/// The flag of a submessage whose numbers are in this host's byte order.
constexpr std::uint8_t kNativeOrder = std::endian::native == std::endian::little ? 1 : 0;

/// One submessage of an RTPS packet (RTPS 2.5, 9.4.5).
struct OutgoingSubmessage {
  std::uint8_t* head = nullptr;  ///< its header and, as far as `room` goes, what follows
  std::size_t room = 0;          ///< bytes from `head` to the end of its part
  std::size_t part = 0;          ///< which part of the packet holds `head`
  std::size_t offset = 0;        ///< where in that part

  std::uint8_t kind() const noexcept { return head[0]; }
};

/// Walks over a packet in parts, as it is handed to a socket. The header of a submessage lies
/// in one part; its payload may lie in others.
///
/// Threads: one.
class OutgoingPacket final {
 public:
  OutgoingPacket(const ddsrt_iovec_t* parts, std::size_t count) noexcept;

  /// The first 20 bytes; null if this is no RTPS packet.
  const std::uint8_t* header() const noexcept { return header_; }

  /// False at the end, and where a submessage is in the other byte order or cut off.
  bool next(OutgoingSubmessage& to) noexcept;

 private:
  bool skip(std::size_t bytes) noexcept;

  const ddsrt_iovec_t* const parts_;
  const std::size_t count_;
  const std::uint8_t* header_ = nullptr;
  std::size_t part_ = 0;
  std::size_t offset_ = 0;
};

}  // namespace ranvier::cyclone
