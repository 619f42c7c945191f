// Who made the middleware of a peer.
#pragma once

#include <cstdint>

namespace ranvier::cyclone {

enum class Vendor : std::uint8_t {
  kUnknown,   ///< its participant is not there
  kEclipse,   ///< Cyclone DDS
  kEprosima,  ///< Fast DDS
  kAtostek,   ///< `rustdds`
  kOther
};

/// By the two bytes that RTPS has for it.
constexpr Vendor vendor_of_bytes(std::uint8_t major, std::uint8_t minor) noexcept {
  if (major != 1) return Vendor::kOther;
  switch (minor) {
    case 0x0f: return Vendor::kEprosima;
    case 0x10: return Vendor::kEclipse;
    case 0x12: return Vendor::kAtostek;
    default: return Vendor::kOther;
  }
}

}  // namespace ranvier::cyclone
