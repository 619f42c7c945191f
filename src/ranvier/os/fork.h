// Whether what this process holds is still its own.
#pragma once

#include <atomic>
#include <cstdint>

namespace ranvier {

/// The process that made an object; a member of that object. In a child of fork() what its parent
/// made is still its parent's: the child has the memory, but not the threads.
///
/// Threads: any; a copy is as the original.
class MakingProcess final {
 public:
  /// Contract: cheap; no system call after the first in a process.
  MakingProcess() noexcept;
  /// False in a child of fork(). Contract: no system call.
  [[nodiscard]] bool is_this() const noexcept {
    return forks_ == counted_.load(std::memory_order_relaxed);
  }

 private:
  /// How often fork() led to this process since the first object was made.
  static std::atomic<std::uint32_t> counted_;
  std::uint32_t forks_;
};

}  // namespace ranvier
