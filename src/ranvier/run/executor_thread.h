// Tells those who trace which thread came to which executor, and how it is scheduled.
#pragma once

namespace ranvier {

/// What this thread told of executors.
///
/// Who spins in a loop with an executor that it makes anew each time would tell of it for
/// ever: so a thread tells of kMost executors, and one at the address of an earlier one
/// passes for it.
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
