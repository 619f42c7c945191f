// Nanoseconds as messages carry them.
#pragma once

#include <cstdint>

#include "builtin_interfaces/msg/detail/time__struct.hpp"

namespace ranvier {

/// Seconds rounded down, and the nanoseconds above them; saturates where 32
/// bits of seconds end.
struct SecNanos {
  std::int32_t sec;
  std::uint32_t nanosec;
};

inline constexpr std::int64_t kNanosecondsInSecond = 1000000000;

inline SecNanos split(std::int64_t nanoseconds) {
  std::int64_t sec = nanoseconds / kNanosecondsInSecond;
  std::int64_t rest = nanoseconds % kNanosecondsInSecond;
  if (rest < 0) {
    rest += kNanosecondsInSecond;
    --sec;
  }
  if (sec > INT32_MAX) return {INT32_MAX, UINT32_MAX};
  if (sec < INT32_MIN) return {INT32_MIN, 0};
  return {static_cast<std::int32_t>(sec), static_cast<std::uint32_t>(rest)};
}

inline builtin_interfaces::msg::Time stamp_of(std::int64_t nanoseconds) {
  const SecNanos parts = split(nanoseconds);
  builtin_interfaces::msg::Time stamp;
  stamp.sec = parts.sec;
  stamp.nanosec = parts.nanosec;
  return stamp;
}

inline std::int64_t nanoseconds_of(const builtin_interfaces::msg::Time& stamp) {
  return stamp.sec * kNanosecondsInSecond + stamp.nanosec;
}

}  // namespace ranvier
