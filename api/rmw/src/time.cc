#include <cstdint>
#include <limits>

#include "rmw/types.h"

namespace {
constexpr std::uint64_t kSecond = 1000000000;
constexpr std::uint64_t kMost = std::numeric_limits<rmw_duration_t>::max();
}  // namespace

rmw_time_t rmw_time_normalize(rmw_time_t time) {
  const std::uint64_t whole = time.nsec / kSecond;
  if (time.sec > std::numeric_limits<std::uint64_t>::max() - whole) {
    return {std::numeric_limits<std::uint64_t>::max(), kSecond - 1};
  }
  return {time.sec + whole, time.nsec % kSecond};
}

rmw_duration_t rmw_time_total_nsec(rmw_time_t time) {
  time = rmw_time_normalize(time);
  if (time.sec > kMost / kSecond) return static_cast<rmw_duration_t>(kMost);
  const std::uint64_t total = time.sec * kSecond + time.nsec;
  return static_cast<rmw_duration_t>(total < kMost ? total : kMost);
}

rmw_time_t rmw_time_from_nsec(rmw_duration_t nanoseconds) {
  if (nanoseconds < 0) return RMW_DURATION_INFINITE;  // a negative duration waits for ever
  const auto size = static_cast<std::uint64_t>(nanoseconds);
  return {size / kSecond, size % kSecond};
}

bool rmw_time_equal(rmw_time_t left, rmw_time_t right) {
  return rmw_time_total_nsec(left) == rmw_time_total_nsec(right);
}
