// The 16 bytes that name an endpoint or a participant on the wire (a DDS GUID).
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace ranvier {

struct Gid {
  static constexpr std::size_t kPrefixSize = 12;  ///< of an RTPS GUID: its participant
  std::array<std::uint8_t, 16> bytes{};
  auto operator<=>(const Gid&) const = default;
};

}  // namespace ranvier
