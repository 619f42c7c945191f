#include "ranvier/run/timer.h"
#include "ranvier/base/annotations.h"

#include <cassert>

#include "ranvier/os/clock.h"

namespace ranvier {

Timer::Timer(Ref<Strand> strand, std::int64_t period_ns) noexcept
    : Work(std::move(strand)), period_(period_ns) {}

Timer::~Timer() { assert(canceled()); }

std::int64_t Timer::time_until_due() const noexcept {
  return canceled() ? INT64_MAX : deadline_.load(std::memory_order_relaxed) - steady_ns();
}

bool Timer::due() const noexcept { return !canceled() && time_until_due() <= 0; }

RANVIER_HOT_TURN void Timer::advance(std::int64_t now) noexcept {
  const std::int64_t period = this->period();
  std::int64_t next = deadline_.load(std::memory_order_relaxed) + period;
  if (next <= now) next = period == 0 ? now + 1 : next + ((now - next) / period + 1) * period;
  deadline_.store(next, std::memory_order_relaxed);
}

}  // namespace ranvier
