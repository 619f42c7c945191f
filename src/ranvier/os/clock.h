// The two clocks that the runtime reads, in nanoseconds.
#pragma once

#include <time.h>

#include <cstdint>

namespace ranvier {

inline std::int64_t read_clock(clockid_t id) noexcept {
  timespec t;
  ::clock_gettime(id, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

/// CLOCK_MONOTONIC: timers, deadlines, trace stamps. Contract: any thread.
inline std::int64_t steady_ns() noexcept { return read_clock(CLOCK_MONOTONIC); }

/// CLOCK_REALTIME since the epoch: what goes on the wire. Contract: any thread.
inline std::int64_t system_ns() noexcept { return read_clock(CLOCK_REALTIME); }

}  // namespace ranvier
