// Orders other than that of arrival: off the path of who asks for none.
#include "ranvier/run/engine.h"

#include <algorithm>
#include <utility>

#include "ranvier/base/saturating.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/rounds.h"

namespace ranvier {

// A due timer queues like all others. Its ticket is one of the quota that it is due in.
Work* Engine::take_most_urgent(const Quota& quota) {
  if (!timers_.empty()) {
    const std::int64_t until = std::min(steady_ns(), quota.timers_until);
    while (Timer* const timer = next_due_timer(until)) {
      timer->ticket_ = std::min(++tickets_, quota.last_ticket);
      insert(*timer, timer->expected_call());
      count_ready(timer->strand());
    }
  }
  return take_queued(quota);
}

// The order of arrival begins with what stands, as it stands.
void Engine::use_order(Order order) {
  Lock lock(mutex_);
  order_ = order;
  round_until_ = 0;
  if (order == Order::kArrival) return;
  WorkList before = std::exchange(ready_, {});
  const std::int64_t now = steady_ns();
  while (Work* work = before.pop()) insert(*work, now);
}

// Behind those of its rank: they became ready before it.
void Engine::insert(Work& work, std::int64_t ready_at) noexcept {
  const std::int64_t value = work.order_value();
  switch (order_) {
    case Order::kPriority: work.rank_ = subtract_saturating(0, value); break;
    case Order::kDeadline:
      work.rank_ = value > 0 ? add_saturating(ready_at, value) : kForever;
      break;
    case Order::kArrival:
    case Order::kSequence: work.rank_ = 0; break;
  }
  ready_.insert_last(work);
}

// The other parts of the whole wait for the next call: they are the newest from now on.
Work* Engine::take_part(Work& popped) noexcept {
  const void* const whole = popped.whole_.load(std::memory_order_relaxed);
  const auto of_it = [&](const Work& work) {
    return work.whole_.load(std::memory_order_relaxed) == whole;
  };
  WorkList parts;
  ready_.move_if(of_it, parts);
  const bool last = popped.part_.load(std::memory_order_relaxed) == Part::kLast;
  Work* const before = last ? parts.pop() : nullptr;
  if (before != nullptr) parts.push(popped);
  while (Work* const part = parts.pop()) {
    part->ticket_ = ++tickets_;
    order_ == Order::kArrival ? ready_.push(*part) : ready_.insert_last(*part);
  }
  return before != nullptr ? before : &popped;
}

void Engine::use_rounds(RoundRules rules) {
  rounds_ = std::make_unique<Rounds>(*this, std::move(rules));
  use_order(Order::kSequence);
}

void Engine::give_back_moved() noexcept {
  if (rounds_) rounds_->give_back_moved();
}

// Ends at a stop, when the time is over, or after the first work that ran if `once`.
bool Engine::spin_rounds(std::int64_t until, std::uint32_t stops, bool once) {
  struct GiveBack {
    Engine& engine;
    ~GiveBack() { engine.give_back_moved(); }
  } give_back_after{*this};
  bool ran = false;
  while (this->stops() == stops && !for_good(stops)) {
    ran = rounds_->run(kForever, stops);
    if (ran && once) return true;
    if (!ran && !rounds_->wait(until, stops)) return false;
  }
  return ran;
}

}  // namespace ranvier
