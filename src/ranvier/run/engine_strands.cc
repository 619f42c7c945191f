// What strands and their timers come to an engine with, and leave with.
#include "ranvier/run/engine.h"
#include "ranvier/run/shm_event.h"

namespace ranvier {

Sleepers Engine::sleepers() {
  Lock lock(mutex_);
  return sleepers_;
}

// A thread that sleeps apart looks again.
void Engine::set_watches(Watches what) noexcept {
  const Watches before = watches_.exchange(what, std::memory_order_relaxed);
  if (before != what && part_ != nullptr) ShmEvent::wake_watch(part_->strand_number);
}

void Engine::forget(Strand& strand, WorkList& waiting) {
  Lock lock(mutex_);
  if (strand.kind() == Strand::Kind::kReentrant) {
    open_ -= strand.ready_;
  } else if (strand.ready_ != 0 && !strand.running_) {
    --open_;
  }
  strand.ready_ = 0;
  while (Work* work = strand.parked_.pop()) {
    if (Timer* timer = work->as_timer()) timer->parked_ = false;
    waiting.push(*work);
  }
  ready_.move_if([&](Work& work) { return &work.strand() == &strand; }, waiting);
}

// A timer stays, and is passed over when its turn comes: it has no code of users.
void Engine::withdraw(Work& work, WorkList& taken) {
  if (work.as_timer() != nullptr) return;
  const auto is_it = [&](const Work& queued) { return &queued == &work; };
  Lock lock(mutex_);
  ready_.move_if(is_it, taken);
  if (!taken.empty()) return uncount_ready(work.strand());
  work.strand().parked_.move_if(is_it, taken);
}

void Engine::arm(Timer& timer) {
  Sleepers::Call call;
  {
    Lock lock(mutex_);
    Strand& strand = timer.strand();
    timers_.insert(timer);
    if (timer.parked_) timers_.park(timer);
    ++strand.armed_;
    if (strand.running_) {
      ++blocked_timers_;
    } else if (sleepers_.available()) {
      call = call_for_work();  // whoever leads may sleep too long
    }
  }
  call.notify(event_count_);
  wake_outside();
}

void Engine::disarm(Timer& timer) {
  Lock lock(mutex_);
  if (!timers_.has(timer)) return;
  timers_.erase(timer);
  Strand& strand = timer.strand();
  --strand.armed_;
  if (strand.running_) --blocked_timers_;
}

}  // namespace ranvier
