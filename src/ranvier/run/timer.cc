#include "ranvier/run/timer.h"
#include "ranvier/base/annotations.h"

#include <cassert>

#include "ranvier/base/saturating.h"
#include "ranvier/os/clock.h"

namespace ranvier {

Timer::Timer(Ref<Strand> strand, std::int64_t period_ns) noexcept
    : Work(std::move(strand)), period_(period_ns) {}

Timer::~Timer() { assert(canceled()); }

std::int64_t Timer::time_until_due() const noexcept {
  if (canceled()) return INT64_MAX;
  return subtract_saturating(deadline_.load(std::memory_order_relaxed), steady_ns());
}

bool Timer::due() const noexcept { return !canceled() && time_until_due() <= 0; }

RANVIER_HOT void Timer::advance(std::int64_t now) noexcept {
  const std::int64_t due = deadline_.load(std::memory_order_relaxed);
  deadline_.store(next_turn(due, period(), now), std::memory_order_relaxed);
}

}  // namespace ranvier
