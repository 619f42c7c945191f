// How soon the kernel lets a thread run that has woken.
//
// Since Linux 6.12 a thread of the ordinary policy may have a slice of its own
// (sched_setattr(2), sched_runtime). It gets as much of the processor as before; but
// when it wakes beside one with a longer slice, it runs at once, if it has not had more
// than its share, and not only when that one sleeps.
#pragma once

#include <cstdint>

namespace ranvier {

/// The shortest slice that Linux gives, for the calling thread.
///
/// Threads: each for itself. What a thread starts after that, threads and processes, has
///          the same slice, as the kernel hands it on.
class ShortSlice final {
 public:
  static constexpr std::uint64_t kNanoseconds = 100'000;

  /// The calling thread's slice is short from its first call on, for good: what sets it
  /// later is not overruled. Left alone are threads of another policy than SCHED_OTHER;
  /// an older kernel, or a sandbox, may leave all alone.
  /// Contract: two system calls at a thread's first call, then a look at a word; no
  /// allocation, keeps errno.
  static void want() noexcept {
    if (!wanted_) [[unlikely]]
      ask();
  }

 private:
  static void ask() noexcept;
  [[gnu::tls_model("initial-exec")]] static constinit thread_local bool wanted_;
};

}  // namespace ranvier
