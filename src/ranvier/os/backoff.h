// Waiting for another thread that has only a few instructions to go.
#pragma once

#include <time.h>

#include <thread>

namespace ranvier {

/// One wait: `for (Backoff wait; !done();) wait.pause();`
///
/// It yields for a few looks, then sleeps between them. yield() alone lets no thread of lower
/// priority run: under SCHED_FIFO, on the core of the one that is waited for, it never ends.
///
/// Threads: one. No allocation.
class Backoff final {
 public:
  void pause() noexcept {
    if (yields_ < kYields) {
      ++yields_;
      return std::this_thread::yield();
    }
    const timespec moment{0, 100'000};
    ::nanosleep(&moment, nullptr);
  }

 private:
  static constexpr int kYields = 16;
  int yields_ = 0;
};

}  // namespace ranvier
