// Threads that run before others, where the user may set that, and CPU time that they use.
#pragma once

#include <atomic>
#include <cstdint>

#include "bench/common/clock.h"
#include "bench/common/conductor.h"
#include "bench/common/work.h"

namespace ranvier::bench {

/// Uses so much CPU time of the calling thread, however often it is interrupted.
/// Contract: no allocation; a system call each few microseconds.
inline void burn(std::int64_t cpu_ns) noexcept {
  constexpr std::uint64_t kBetweenLooks = 4'000;
  const std::int64_t end = thread_cpu_ns() + cpu_ns;
  while (thread_cpu_ns() < end) work(kBetweenLooks);
}

/// SCHED_FIFO for the threads of a worker, and how many of them have it.
///
/// Threads: all functions from any.
class RealTime final {
 public:
  /// Gives the calling thread SCHED_FIFO with that priority; where the user may not, it stays
  /// an ordinary one, which describe() says.
  void take(int priority) noexcept;
  /// "realtime": how many threads have it; and a line if one was refused.
  void describe(Findings& findings) const;

 private:
  std::atomic<int> granted_{0};
  std::atomic<int> refused_{0};
};

}  // namespace ranvier::bench
