#include "ranvier/os/fork.h"

#include <pthread.h>

#include "ranvier/base/for_c.h"

namespace ranvier {

constinit std::atomic<std::uint32_t> MakingProcess::counted_{0};

MakingProcess::MakingProcess() noexcept {
  // The child has one thread.
  static const int registered =
      ::pthread_atfork(nullptr, nullptr, for_c([] { ++MakingProcess::counted_; }));
  static_cast<void>(registered);
  forks_ = counted_.load(std::memory_order_relaxed);
}

}  // namespace ranvier
