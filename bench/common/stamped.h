// The head of the stamped messages of iRobot's format, as it lies on the wire.
#pragma once

#include <cstdint>
#include <cstring>

#include "bench/common/clock.h"

namespace ranvier::bench {

/// A tracking number that nobody counts: sent while the window is closed.
inline constexpr std::uint32_t kWarmingUp = ~0U;

struct WireHeader {
  std::int32_t seconds;
  std::uint32_t nanoseconds;
  std::uint32_t tracking_number;
  float frequency;
  std::uint32_t size;
};

/// A header stamped now.
inline WireHeader make_header(std::uint32_t tracking_number, std::int64_t period_ns,
                              std::size_t size) {
  const std::int64_t now = now_ns();
  return {static_cast<std::int32_t>(now / 1'000'000'000),
          static_cast<std::uint32_t>(now % 1'000'000'000), tracking_number,
          static_cast<float>(1e9 / static_cast<double>(period_ns)),
          static_cast<std::uint32_t>(size)};
}

inline std::int64_t stamp_ns(const WireHeader& header) {
  return header.seconds * 1'000'000'000LL + header.nanoseconds;
}

}  // namespace ranvier::bench
