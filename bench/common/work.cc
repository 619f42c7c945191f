#include "bench/common/work.h"

#include <time.h>

#include <algorithm>
#include <cmath>

#include "bench/common/clock.h"

namespace ranvier::bench {
namespace {

double measured_steps_per_microsecond() {
  constexpr std::uint64_t kSteps = 2'000'000;
  double best = 0;
  for (int tries = 0; tries < 10; ++tries) {
    const std::int64_t start = now_ns();
    work(kSteps);
    best =
        std::max(best, static_cast<double>(kSteps) * 1e3 / static_cast<double>(now_ns() - start));
  }
  return best;
}

}  // namespace

std::int64_t cpu_of_thread_ns() noexcept {
  timespec time;
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void work_until(std::int64_t began, std::int64_t work_ns) noexcept {
  constexpr std::uint64_t kSteps = 8'000;
  while (cpu_of_thread_ns() - began < work_ns) work(kSteps);
}

std::uint64_t steps_for(double microseconds) {
  static const double per_microsecond = measured_steps_per_microsecond();
  return static_cast<std::uint64_t>(std::llround(microseconds * per_microsecond));
}

}  // namespace ranvier::bench
