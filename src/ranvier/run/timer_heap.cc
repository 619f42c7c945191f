#include "ranvier/base/annotations.h"
#include "ranvier/os/futex.h"
#include "ranvier/run/timer.h"

namespace ranvier {
namespace {

bool earlier(const std::int64_t a, const std::int64_t b) { return a < b; }

}  // namespace

std::int64_t TimerHeap::next_deadline() const noexcept {
  return empty() ? kForever : top().deadline_.load(std::memory_order_relaxed);
}

void TimerHeap::insert(Timer& timer) {
  if (timer.place_ != 0) return timer.place_ <= ticking_ ? moved(timer) : void();
  timers_.push_back(&timer);
  put(timers_.size(), timer);
  unpark(timer);
}

void TimerHeap::erase(Timer& timer) noexcept {
  if (timer.place_ == 0) return;
  park(timer);
  put(timer.place_, *timers_.back());
  timers_.pop_back();
  timer.place_ = 0;
}

void TimerHeap::park(Timer& timer) noexcept {
  const std::size_t place = timer.place_;
  if (place == 0 || place > ticking_) return;
  Timer& last = *timers_[ticking_ - 1];
  put(ticking_--, timer);
  if (&last == &timer) return;
  put(place, last);
  moved(last);
}

void TimerHeap::unpark(Timer& timer) noexcept {
  if (timer.place_ <= ticking_) return;
  ++ticking_;
  put(timer.place_, *timers_[ticking_ - 1]);
  put(ticking_, timer);
  sift_up(ticking_);
}

void TimerHeap::moved(Timer& timer) noexcept {
  sift_up(timer.place_);
  sift_down(timer.place_);
}

void TimerHeap::put(std::size_t place, Timer& timer) noexcept {
  timers_[place - 1] = &timer;
  timer.place_ = place;
}

RANVIER_HOT void TimerHeap::sift_up(std::size_t place) noexcept {
  Timer& timer = *timers_[place - 1];
  for (; place > 1; place /= 2) {
    Timer& parent = *timers_[place / 2 - 1];
    if (!earlier(timer.deadline_, parent.deadline_)) break;
    put(place, parent);
  }
  put(place, timer);
}

RANVIER_HOT void TimerHeap::sift_down(std::size_t place) noexcept {
  Timer& timer = *timers_[place - 1];
  for (std::size_t child; (child = place * 2) <= ticking_; place = child) {
    if (child < ticking_ && earlier(timers_[child]->deadline_, timers_[child - 1]->deadline_)) {
      ++child;
    }
    if (!earlier(timers_[child - 1]->deadline_, timer.deadline_)) break;
    put(place, *timers_[child - 1]);
  }
  put(place, timer);
}

}  // namespace ranvier
