#include "ranvier/run/engine.h"
#include "ranvier/base/annotations.h"

#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "ranvier/os/backoff.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/engine_thread.h"
#include "ranvier/run/executor_thread.h"
#include "ranvier/run/ring_batch.h"
#include "ranvier/run/shm_event.h"
#include "ranvier/trace/trace.h"

namespace ranvier {

thread_local Engine::Spinning* Engine::Spinning::innermost_ = nullptr;
constinit thread_local Engine::Current* Engine::Current::answering_ = nullptr;

Engine::~Engine() {
  assert(ready_.empty() && timers_.count() == 0 && open_ == 0 && blocked_timers_ == 0);
  // acquire: pairs with ring_owed(), which touches us no more after it.
  for (Backoff wait; rings_owed_.load(std::memory_order_acquire) != 0;) wait.pause();
}

void Engine::ring_owed() noexcept {
  Sleepers::Call call;
  {
    Lock lock(mutex_);
    call = sleepers_.call(open_);  // one for each: callbacks may wait for one another
  }
  call.notify(event_count_);
  rings_owed_.fetch_sub(1, std::memory_order_release);
}

bool Engine::spins_here() const noexcept { return Spinning::spins(*this); }

void Engine::stop() noexcept {
  stops_.fetch_add(1, std::memory_order_release);
  event_count_.notify_all();
  wake_outside();
  if (Division* const division = division_.load(std::memory_order_acquire)) division->changed();
  ShmEvent::wake_watch(ShmEvent::kTheWatch);
  if (part_ != nullptr) ShmEvent::wake_watch(part_->strand_number);
}

void Engine::stop_for_good() noexcept {
  stops_.fetch_or(kForGood, std::memory_order_release);
  stop();
}

RANVIER_HOT void Engine::spin(std::uint32_t stops) {
  if (for_good(stops)) return;
  const Spinning here(*this);
  if (in_rounds()) return (void)spin_rounds(kForever, stops, false);
  ExecutorThread::tell(this);
  Current current(here, kForever);
  for (;;) {
    const std::uint32_t seen =
        event_count_.count();  // before the look: a later ring is not slept over
    if (this->stops() != stops) return;
    if (current.next({})) {
      current.run();
    } else {
      current.sleep(seen);
    }
  }
}

bool Engine::spin_once(std::int64_t until) {
  const Spinning here(*this);
  const std::uint32_t stops = this->stops();
  if (in_rounds()) return spin_rounds(until, stops, true);
  ExecutorThread::tell(this);
  Current current(here, until);
  for (;;) {
    const std::uint32_t seen = event_count_.count();
    if (this->stops() != stops || for_good(stops)) return false;
    if (current.next({})) {
      current.run();
      return true;
    }
    if (!current.sleep(seen)) return false;
  }
}

bool Engine::spin_ready(std::int64_t until) {
  const Spinning here(*this);
  const std::uint32_t stops = this->stops();
  if (in_rounds()) return !for_good(stops) && rounds_->run(until, stops);
  ExecutorThread::tell(this);
  Current current(here, 0);
  const Quota quota = quota_now();
  bool ran = false;
  while (this->stops() == stops && !for_good(stops) &&
         (until == kForever || !ran || steady_ns() < until) && current.next(quota)) {
    current.run();
    ran = true;
  }
  return ran;
}

bool Engine::start_pulled(Work& work) noexcept {
  Lock lock(mutex_);
  return start(work);
}

Engine::Quota Engine::quota_now() {
  Lock lock(mutex_);
  round_until_ = 0;
  return {tickets_, steady_ns()};
}

// The next four run once for each work: inline.
inline void Engine::occupy(Strand& strand) {
  strand.running_ = true;
  blocked_timers_ += strand.armed_;
  if (strand.ready_ != 0) --open_;
}

inline void Engine::free_strand(Strand& strand) {
  strand.count_at_work(-1);
  if (strand.kind() == Strand::Kind::kReentrant) return;
  strand.running_ = false;
  blocked_timers_ -= strand.armed_;
  if (strand.ready_ != 0) ++open_;
  if (Work* next = strand.parked_.pop()) unpark(*next);
}

inline bool Engine::start(Work& work) {
  Strand& strand = work.strand();
  if (strand.kind() == Strand::Kind::kExclusive) {
    if (strand.running_) return park(work);
    occupy(strand);
  }
  strand.count_at_work(+1);
  return true;
}

// Counts one more ready work of `strand`. True if one more thread could run now.
inline bool Engine::count_ready(Strand& strand) {
  const bool alone = strand.ready_++ == 0;
  const bool opens = strand.kind() == Strand::Kind::kReentrant || (alone && !strand.running_);
  if (opens) ++open_;
  return opens;
}

// The reverse, for a work that leaves the list without being started.
void Engine::uncount_ready(Strand& strand) {
  const bool last = --strand.ready_ == 0;
  if (strand.kind() == Strand::Kind::kReentrant || (last && !strand.running_)) --open_;
}

// When the next timer is due that a thread could run. Early, if a timer of a
// busy strand comes first: whoever looks then parks it.
RANVIER_HOT_INLINE std::int64_t Engine::next_due() {
  return timers_.count() == blocked_timers_ ? kForever : timers_.next_deadline();
}

// Reads the count before the book says where to ring.
RANVIER_HOT_INLINE void Engine::begin_watch(Current& current) {
  const Watches what = watches_.load(std::memory_order_relaxed);
  if (what == Watches::kNothing) return;
  const auto on = what == Watches::kOwn ? part_->strand_number : ShmEvent::kTheWatch;
  current.foreign_ = ShmEvent::begin_watch(on);
  if (current.foreign_ == nullptr) return;
  current.watch_ = on;
  current.foreign_seen_ = current.foreign_->count(on);
}

RANVIER_HOT_INLINE void Engine::park(Current& current) {
  if (current.until_ != kForever && (current.until_ == 0 || steady_ns() >= current.until_)) return;
  current.due_ = next_due();
  if (sleepers_.leaderless()) begin_watch(current);
  current.parked_ = sleepers_.park(current.due_, current.watch_);
}

// In the order of arrival the first is the oldest.
RANVIER_HOT_INLINE Work* Engine::pop_ready(const Quota& quota) noexcept {
  const auto in_quota = [&](const Work& work) { return work.ticket_ <= quota.last_ticket; };
  if (order_ != Order::kArrival) return ready_.pop_first(in_quota);
  return !ready_.empty() && in_quota(*ready_.first()) ? ready_.pop() : nullptr;
}

RANVIER_HOT_INLINE Work* Engine::take_queued(const Quota& quota) {
  while (Work* work = pop_ready(quota)) {
    if (quota.ends() && work->whole_.load(std::memory_order_relaxed)) work = take_part(*work);
    Strand& strand = work->strand();
    if (!quota.starts) {
      uncount_ready(strand);
      return work;
    }
    if (strand.kind() == Strand::Kind::kReentrant) --open_;
    const bool started = start(*work);
    --strand.ready_;
    if (started) return work;
  }
  return nullptr;
}

// @return the strand if another engine has it, or none.
RANVIER_HOT_INLINE Strand* Engine::free_if_here(Strand& strand) {
  if (strand.engine_.load(std::memory_order_acquire) != this) return &strand;
  free_strand(strand);
  return nullptr;
}

RANVIER_HOT Work* Engine::take(const Quota& quota, Current& current) {
  Strand* moved = nullptr;  // the strand went to another engine during the run
  Work* work = nullptr;
  Sleepers::Call call;
  {
    Lock lock(mutex_);
    if (current.work_) moved = free_if_here(current.work_->strand());
    if (current.parked_ != Sleepers::Parked::kAwake) {
      sleepers_.unpark(std::exchange(current.parked_, Sleepers::Parked::kAwake));
    }
    work = order_ == Order::kArrival ? take_in_turn(quota) : take_most_urgent(quota);
    if (work == nullptr) park(current);
    if (sleepers_.available() && current.parked_ != Sleepers::Parked::kLeader)
      call = call_for_work();
  }
  if (call) call.notify(event_count_);
  if (moved) moved->leave();
  return work;
}

// What a thread ran last, that takes nothing more.
void Engine::end_last(Current& current) noexcept {
  Strand* moved = nullptr;
  Sleepers::Call call;
  {
    Lock lock(mutex_);
    moved = free_if_here(current.work_->strand());
    if (sleepers_.available()) call = call_for_work();
  }
  call.notify(event_count_);
  if (moved) moved->leave();
}

RANVIER_HOT void Engine::unpark(Current& current) noexcept {
  Sleepers::Call call;
  {
    Lock lock(mutex_);
    sleepers_.unpark(std::exchange(current.parked_, Sleepers::Parked::kAwake));
    if (sleepers_.available()) call = call_for_work();  // what this one was called for, or watched
  }
  if (call) call.notify(event_count_);
}

// A sleeper for what the threads that are awake leave behind: works that could
// run, timers that nobody watches. Whoever is coming already will do it, and
// call the next.
RANVIER_HOT Sleepers::Call Engine::call_for_work() {
  if (sleepers_.coming()) return {};
  return open_ != 0 ? sleepers_.call(1) : sleepers_.watch(next_due());
}

RANVIER_HOT_INLINE Work* Engine::take_in_turn(const Quota& quota) {
  const bool within_round = round_until_ != 0;
  if (Timer* const timer = take_timer(quota)) return timer;
  if (Work* const work = take_queued(quota)) return work;
  // Nothing has its turn after the round: the next one, before a sleep that may be none.
  return within_round ? take_timer(quota) : nullptr;
}

// The next that is due at `until` and in no list yet; null if there is none.
RANVIER_HOT_INLINE Timer* Engine::next_due_timer(std::int64_t until) {
  while (timers_.next_deadline() <= until) {
    Timer& timer = timers_.top();
    const std::int64_t due = timer.deadline_.load(std::memory_order_relaxed);
    const std::int64_t now = steady_ns();
    timer.advance(now);
    timers_.moved(timer);
    if (timer.queued_.exchange(true, std::memory_order_acq_rel)) continue;  // in ready_ already
    timer.retain();
    timer.expected_call_.store(due, std::memory_order_relaxed);
    timer.actual_call_.store(now, std::memory_order_relaxed);
    return &timer;
  }
  return nullptr;
}

RANVIER_HOT Timer* Engine::take_timer(const Quota& quota) {
  if (timers_.empty()) return nullptr;
  if (round_until_ == 0) round_until_ = std::min(steady_ns(), quota.timers_until);
  while (Timer* const timer = next_due_timer(round_until_)) {
    if (!quota.starts || start(*timer)) return timer;
  }
  round_until_ = 0;  // the round is over: a queued work has its turn
  return nullptr;
}

// Always false: it was not started.
bool Engine::park(Work& work) {
  WorkList& parked = work.strand().parked_;
  order_ == Order::kArrival ? parked.push(work) : parked.insert_last(work);
  if (Timer* timer = work.as_timer()) {
    timer->parked_ = true;
    timers_.park(*timer);  // it is due again and again, and nobody could run it
  }
  return false;
}

void Engine::unpark(Work& work) {
  // It is older than the rest.
  order_ == Order::kArrival ? ready_.push_front(work) : ready_.insert_first(work);
  count_ready(work.strand());
  Timer* timer = work.as_timer();
  if (timer == nullptr) return;
  timer->parked_ = false;
  const std::int64_t now = steady_ns();
  if (timer->deadline_.load(std::memory_order_relaxed) <= now) timer->advance(now);
  timers_.unpark(*timer);
}

void Engine::leave(Strand& strand) {
  Sleepers::Call call;
  {
    Lock lock(mutex_);
    free_strand(strand);
    if (sleepers_.available()) call = call_for_work();
  }
  call.notify(event_count_);
}

RANVIER_HOT_INLINE bool Engine::enter(Strand& strand, Work& work) {
  if (work.retired() || work.queued_.load(std::memory_order_acquire)) return false;
  if (strand.kind() == Strand::Kind::kExclusive) {
    if (strand.running_) return false;
    occupy(strand);
  }
  strand.count_at_work(+1);
  return true;
}

bool Engine::enter_inline(Strand& strand, Work& work) {
  if (part_ != nullptr) return false;  // it has threads of its own for that
  Lock lock(mutex_);
  return order_ == Order::kArrival && spinning() && enter(strand, work);
}

// Refuses if anything that became ready before it, or a timer that is due, must run first.
// Without the strand's mutex: whoever takes the strand away says so first, and then waits for
// ours.
RANVIER_HOT_INLINE bool Engine::enter_next(Work& work) {
  Strand& strand = work.strand();
  // The messages of another would not keep their order.
  if (strand.kind() != Strand::Kind::kExclusive) return false;
  Lock lock(mutex_);
  return strand.engine_.load(std::memory_order_acquire) == this && ready_.empty() &&
         order_ == Order::kArrival && (timers_.empty() || next_due() > steady_ns()) &&
         enter(strand, work);
}

void Engine::queue_next() noexcept {
  if (Current* const thread = Current::stop_answering()) thread->give_back();
}

RANVIER_HOT_INLINE bool Engine::Current::hand(Work& work) noexcept {
  if (work_ != nullptr || !runs_ || !engine_.enter_next(work)) return false;
  work.retain();  // dropped like that of a queued one
  work_ = &work;
  return handed_ = true;
}

RANVIER_HOT bool Work::make_next() noexcept {
  Engine::Current* const thread = Engine::Current::answering();
  return thread != nullptr && thread->hand(*this);
}

RANVIER_HOT void Engine::enqueue(Work& work) {
  if (const Sleepers::Call call = queue(work)) call.notify(event_count_);
  wake_outside();
}

RANVIER_HOT_INLINE Sleepers::Call Engine::queue(Work& work) {
  Lock lock(mutex_);
  work.ticket_ = ++tickets_;
  if (order_ == Order::kArrival) {
    ready_.push(work);
  } else {
    insert(work, steady_ns());
  }
  if (!count_ready(work.strand()) || !sleepers_.available()) return {};
  if (RingBatch::gather(*this)) return {};
  return sleepers_.call(1);
}

void Engine::tell_outside(int file) const noexcept {
  if (file == kTellPart) return part_->work_came();
  const std::uint64_t one = 1;
  // Fails only when it can be read anyway: it is full.
  (void)!::write(file, &one, sizeof one);
}

bool Engine::has_work() {
  Lock lock(mutex_);
  return !ready_.empty() || timers_.count() != 0;
}

std::int64_t Engine::due() {
  Lock lock(mutex_);
  return next_due();
}

}  // namespace ranvier
