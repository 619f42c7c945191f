#include "ranvier/os/fork.h"

#include <pthread.h>

#include "ranvier/base/for_c.h"

namespace ranvier {

void count_forks() noexcept {
  // The child has one thread.
  static const int counted = ::pthread_atfork(nullptr, nullptr, for_c([] { ++detail::forks; }));
  static_cast<void>(counted);
}

}  // namespace ranvier
