// Sums of times that stop where 64 bits end: INT64_MAX nanoseconds are for ever.
#pragma once

#include <cstdint>

namespace ranvier {

/// a + b, or the end of the range that it passes. Contract: any thread.
constexpr std::int64_t add_saturating(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return b > 0 ? INT64_MAX : INT64_MIN;
}

/// a - b, or the end of the range that it passes. Contract: any thread.
constexpr std::int64_t subtract_saturating(std::int64_t a, std::int64_t b) noexcept {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference)) return difference;
  return b < 0 ? INT64_MAX : INT64_MIN;
}

/// When something is due again that was due at `due` and is so every `period`
/// ns: the first time after `now`, and after `due`. A period of 0 is the shortest;
/// times are those of a clock, 0 and more. Contract: any thread.
constexpr std::int64_t next_turn(std::int64_t due, std::int64_t period, std::int64_t now) noexcept {
  if (period <= 0) return add_saturating(due > now ? due : now, 1);
  const std::int64_t behind = due < now ? subtract_saturating(now, due) : 0;
  const std::int64_t missed = behind < period ? 0 : behind / period * period;
  return add_saturating(add_saturating(due, missed), period);
}

}  // namespace ranvier
