// The one clock of the benches: CLOCK_MONOTONIC, comparable between processes.
#pragma once

#include <time.h>

#include <cstdint>

namespace ranvier::bench {

/// Nanoseconds of CLOCK_MONOTONIC. Contract: any thread, no allocation.
inline std::int64_t now_ns() noexcept {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

/// Nanoseconds of CPU that the calling thread has used. Contract: a system call.
inline std::int64_t thread_cpu_ns() noexcept {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1'000'000'000LL + t.tv_nsec;
}

/// Sleeps until an absolute time, so that periods do not drift.
/// Contract: blocks, no allocation.
inline void sleep_until_ns(std::int64_t when) noexcept {
  const timespec t{when / 1'000'000'000LL, when % 1'000'000'000LL};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr) != 0) {}
}

}  // namespace ranvier::bench
