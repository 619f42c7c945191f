#include "bench/common/realtime.h"

#include <pthread.h>
#include <sched.h>

#include <string>

namespace ranvier::bench {

void RealTime::take(int priority) noexcept {
  const sched_param parameters{priority};
  const bool done = ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &parameters) == 0;
  ++(done ? granted_ : refused_);
}

void RealTime::describe(Findings& findings) const {
  findings.numbers["realtime"] = granted_.load();
  if (refused_ == 0) return;
  findings.lines.push_back(
      "without SCHED_FIFO: this user may not set it (ulimit -r, or "
      "CAP_SYS_NICE). Threads that ran as ordinary ones: " +
      std::to_string(refused_.load()));
}

}  // namespace ranvier::bench
