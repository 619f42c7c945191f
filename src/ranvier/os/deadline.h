// When a span of time will have passed. Nobody adds one to a clock by hand: it
// may be as long as it can be, and a sum that wraps has passed already.
#pragma once

#include <chrono>
#include <cstdint>

#include "ranvier/base/saturating.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"

namespace ranvier {

/// Steady ns; kForever for a negative timeout, and for one beyond the clock's
/// range. Contract: any thread.
inline std::int64_t deadline_after(std::chrono::nanoseconds timeout) noexcept {
  return timeout.count() < 0 ? kForever : add_saturating(steady_ns(), timeout.count());
}

/// What is left until `deadline` (steady ns); 0 if it has passed. Contract: any thread.
inline std::chrono::nanoseconds time_until(std::int64_t deadline) noexcept {
  const std::int64_t left = subtract_saturating(deadline, steady_ns());
  return std::chrono::nanoseconds(left > 0 ? left : 0);
}

/// The same for wait_until() of the standard's, whose wait_for() adds and wraps.
/// A negative span has passed. Contract: any thread.
inline std::chrono::steady_clock::time_point steady_time_after(
    std::chrono::nanoseconds span) noexcept {
  return std::chrono::steady_clock::time_point(
      std::chrono::nanoseconds(add_saturating(steady_ns(), span.count())));
}

}  // namespace ranvier
