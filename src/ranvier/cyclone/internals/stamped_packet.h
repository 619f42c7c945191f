// A packet with source timestamps put between its submessages.
#pragma once

#include <array>

#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/outgoing_packet.h"

namespace ranvier::cyclone {

/// Timestamps that go into a packet, and where.
class Stamps final {
 public:
  static constexpr std::size_t kMost = 4;

  /// False when there is no room for one more.
  bool add(const OutgoingSubmessage& before, ddsrt_wctime_t time) noexcept;

  std::size_t count() const noexcept { return count_; }
  std::size_t bytes() const noexcept { return count_ * sizeof(InfoTS_t); }
  const OutgoingSubmessage& place(std::size_t i) const noexcept { return places_[i]; }
  ddsrt_iovec_t part(std::size_t i) noexcept { return {&stamps_[i], sizeof stamps_[i]}; }

 private:
  std::array<OutgoingSubmessage, kMost> places_;
  std::array<InfoTS_t, kMost> stamps_;
  std::size_t count_ = 0;
};

/// The parts of a packet and, between them, its stamps. What it points at must outlive it.
class StampedPacket final {
 public:
  static constexpr std::size_t kMostParts = 128;

  /// Whether a packet of so many parts can be stamped.
  static bool fits(std::size_t parts) noexcept { return parts + 2 * Stamps::kMost <= kMostParts; }

  StampedPacket(const ddsrt_iovec_t* parts, std::size_t count, Stamps& stamps) noexcept;

  const ddsrt_iovec_t* parts() const noexcept { return parts_.data(); }
  std::size_t count() const noexcept { return count_; }

 private:
  void add(const ddsrt_iovec_t& part, std::size_t from, std::size_t to) noexcept;

  std::array<ddsrt_iovec_t, kMostParts> parts_;
  std::size_t count_ = 0;
};

/// The bytes of a packet.
std::size_t size_of(const ddsrt_iovec_t* parts, std::size_t count) noexcept;

}  // namespace ranvier::cyclone
