#include "bag/play/play_clock.h"

#include <climits>
#include <cmath>

#include "ranvier/base/saturating.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"

namespace ranvier::bag {
namespace {

// A span of nanoseconds times a factor, as far as it fits.
std::int64_t scaled(std::int64_t span, double factor) {
  const double product = static_cast<double>(span) * factor;
  constexpr double kMost = 9.0e18;
  if (product >= kMost) return INT64_MAX;
  if (product <= -kMost) return INT64_MIN;
  return static_cast<std::int64_t>(std::llround(product));
}

}  // namespace

PlayClock::PlayClock(std::int64_t begin, double rate, bool paused)
    : bag_(begin), steady_(steady_ns()), rate_(rate), paused_(paused) {}

std::int64_t PlayClock::at(std::int64_t steady) const {
  if (paused_) return bag_;
  return add_saturating(bag_, rate_ == 1.0 ? steady - steady_ : scaled(steady - steady_, rate_));
}

std::int64_t PlayClock::now() const {
  Lock lock(mutex_);
  return at(steady_ns());
}

void PlayClock::change(bool paused, double rate) {
  const std::int64_t steady = steady_ns();
  bag_ = at(steady);
  steady_ = steady;
  paused_ = paused;
  rate_ = rate;
}

bool PlayClock::set_rate(double rate) {
  if (!std::isfinite(rate) || rate <= 0) return false;
  {
    Lock lock(mutex_);
    change(paused_, rate);
  }
  wake();
  return true;
}

double PlayClock::rate() const {
  Lock lock(mutex_);
  return rate_;
}

void PlayClock::pause() {
  {
    Lock lock(mutex_);
    change(true, rate_);
  }
  wake();
}

void PlayClock::resume() {
  {
    Lock lock(mutex_);
    change(false, rate_);
  }
  wake();
}

bool PlayClock::paused() const {
  Lock lock(mutex_);
  return paused_;
}

void PlayClock::jump(std::int64_t time) {
  {
    Lock lock(mutex_);
    change(paused_, rate_);
    bag_ = time;
  }
  wake();
}

void PlayClock::wake() {
  changes_.fetch_add(1, std::memory_order_release);
  futex_wake(changes_, INT_MAX);
}

std::int64_t PlayClock::deadline_of(std::int64_t time) const {
  if (paused_) return kForever;
  const std::int64_t span = subtract_saturating(time, bag_);
  return add_saturating(steady_, rate_ == 1.0 ? span : scaled(span, 1.0 / rate_));
}

bool PlayClock::wait_until(std::int64_t time, std::uint32_t seen) const {
  for (;;) {
    std::int64_t deadline = kForever;
    {
      Lock lock(mutex_);
      deadline = deadline_of(time);
    }
    if (deadline <= steady_ns()) return true;
    if (changes() != seen) return false;
    futex_wait(changes_, seen, deadline);
  }
}

}  // namespace ranvier::bag
