// Work that a callback does: the same number of steps wherever it runs.
#pragma once

#include <cstdint>

namespace ranvier::bench {

/// Computes; memory and clock are left alone, so that only the core counts.
/// Contract: no allocation, no system call.
inline void work(std::uint64_t steps) noexcept {
  std::uint64_t value = steps;
  for (std::uint64_t i = 0; i < steps; ++i) {
    value = value * 6364136223846793005ULL + 1442695040888963407ULL;
    asm volatile("" : "+r"(value));  // each step is taken
  }
}

/// Works until this thread has used so much CPU since `began`, which is cpu_of_thread_ns() of then:
/// who is preempted meanwhile works as long as who is not.
/// Contract: no allocation; asks the clock about every ten microseconds.
void work_until(std::int64_t began, std::int64_t work_ns) noexcept;
/// User and system CPU that the calling thread has used.
[[nodiscard]] std::int64_t cpu_of_thread_ns() noexcept;

/// The steps that take `microseconds` on this machine now: measured once in the
/// life of the process, the fastest of several tries.
/// Contract: blocks for some milliseconds the first time.
[[nodiscard]] std::uint64_t steps_for(double microseconds);

}  // namespace ranvier::bench
