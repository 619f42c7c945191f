// Tells those who trace which thread came to which executor, and how it is scheduled.
#pragma once

namespace ranvier {

/// Remembers for which executors this thread has recorded its event.
///
/// A program may make an executor for each spin, in a loop. To bound the events of such a loop
/// a thread records kMost executors at most, and takes an executor at the address of an earlier
/// one for that one.
class ExecutorThread final {
 public:
  static constexpr int kMost = 8;

  /// Records ranvier_executor_thread, if this thread comes to `executor` for the first time.
  /// Contract: system calls and a lock then; else a look at a word of the thread.
  static void tell(const void* executor) noexcept {
    if (last_ != executor) tell_if_new(executor);
  }

 private:
  static void tell_if_new(const void* executor) noexcept;
  static constinit thread_local const void* last_;
};

}  // namespace ranvier
