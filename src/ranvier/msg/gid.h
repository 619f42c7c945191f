// The 16 bytes that name an endpoint or a participant on the wire (a DDS GUID).
#pragma once

#include <array>
#include <compare>
#include <cstdint>

namespace ranvier {

struct Gid {
  std::array<std::uint8_t, 16> bytes{};
  auto operator<=>(const Gid&) const = default;
};

}  // namespace ranvier
