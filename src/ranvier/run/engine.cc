#include "ranvier/run/engine.h"
#include "ranvier/base/annotations.h"

#include <algorithm>
#include <cassert>
#include <thread>

#include "ranvier/os/clock.h"

namespace ranvier {

// Marks this thread as one that spins the engine. Spins nest: a callback may
// spin another engine, so the marks form a chain through the stack.
class Engine::Spinning final {
 public:
  explicit Spinning(Engine& engine) noexcept : engine_(engine), outer_(innermost_) {
    innermost_ = this;
    engine_.spinners_.fetch_add(1, std::memory_order_acq_rel);
  }
  ~Spinning() {
    engine_.spinners_.fetch_sub(1, std::memory_order_acq_rel);
    innermost_ = outer_;
  }
  static bool spins(const Engine& engine) noexcept {
    const Spinning* mark = innermost_;
    while (mark && &mark->engine_ != &engine) mark = mark->outer_;
    return mark != nullptr;
  }

 private:
  static thread_local Spinning* innermost_;
  Engine& engine_;
  Spinning* const outer_;
};

thread_local Engine::Spinning* Engine::Spinning::innermost_ = nullptr;

// The work that this thread runs; leaves its strand at the end, also when the
// callback throws.
class Engine::Current final {
 public:
  explicit Current(Engine& engine) noexcept : engine_(engine) {}
  ~Current() {
    if (work_ == nullptr) return;
    work_->strand().leave();
    work_->release();
  }

  /// Ends the current work and takes the next. False if there is none.
  bool next(const Quota& quota, std::int64_t& deadline) {
    Work* done = work_;
    work_ = engine_.take(quota, done, deadline);
    if (done) done->release();
    return work_ != nullptr;
  }

  void run() {
    // acq_rel: pairs with make_ready(). What was queued before its exchange is
    // seen by this run; what is queued after ours queues the work again.
    work_->queued_.exchange(false, std::memory_order_acq_rel);
    if (!work_->retired()) work_->run();
  }

 private:
  Engine& engine_;
  Work* work_ = nullptr;
};

Engine::~Engine() {
  assert(ready_.empty() && timers_.empty());
  // acquire: pairs with ring_owed(), which touches us no more after it.
  while (rings_owed_.load(std::memory_order_acquire) != 0) std::this_thread::yield();
}

void Engine::ring_owed() noexcept {
  bell_.ring_all();  // for several works: callbacks may wait for one another
  rings_owed_.fetch_sub(1, std::memory_order_release);
}

bool Engine::spins_here() const noexcept { return Spinning::spins(*this); }

void Engine::stop() noexcept {
  stops_.fetch_add(1, std::memory_order_release);
  bell_.ring_all();
}

RANVIER_HOT void Engine::spin(std::uint32_t stops) {
  const Spinning here(*this);
  Current current(*this);
  for (;;) {
    const std::uint32_t seen = bell_.rings();  // before the look: a later ring is not slept over
    if (this->stops() != stops) return;
    std::int64_t deadline = kForever;
    if (current.next({}, deadline)) {
      current.run();
    } else {
      (void)bell_.wait(seen, deadline);
    }
  }
}

bool Engine::spin_once(std::int64_t until) {
  const Spinning here(*this);
  Current current(*this);
  const std::uint32_t stops = this->stops();
  for (;;) {
    const std::uint32_t seen = bell_.rings();
    if (this->stops() != stops) return false;
    std::int64_t deadline = kForever;
    if (current.next({}, deadline)) {
      current.run();
      return true;
    }
    if (until != kForever && steady_ns() >= until) return false;
    (void)bell_.wait(seen, std::min(deadline, until));
  }
}

bool Engine::spin_ready(std::int64_t until) {
  const Spinning here(*this);
  Current current(*this);
  const std::uint32_t stops = this->stops();
  const Quota quota = quota_now();
  bool ran = false;
  std::int64_t deadline;
  while (this->stops() == stops &&
         (until == kForever || !ran || steady_ns() < until) && current.next(quota, deadline)) {
    current.run();
    ran = true;
  }
  return ran;
}

Engine::Quota Engine::quota_now() {
  Lock lock(mutex_);
  round_until_ = 0;
  return {tickets_, steady_ns()};
}

RANVIER_HOT Work* Engine::take(const Quota& quota, Work* done, std::int64_t& deadline) {
  Strand* moved = nullptr;  // the strand went to another engine during the run
  Work* work = nullptr;
  {
    Lock lock(mutex_);
    if (done) {
      Strand& strand = done->strand();
      if (strand.engine_.load(std::memory_order_acquire) == this) {
        free_strand(strand);
      } else {
        moved = &strand;
      }
    }
    work = take_timer(quota);
    if (work == nullptr) work = take_queued(quota);
    if (work == nullptr) deadline = timers_.next_deadline();
  }
  if (moved) moved->leave();
  return work;
}

RANVIER_HOT Timer* Engine::take_timer(const Quota& quota) {
  if (timers_.empty()) return nullptr;
  if (round_until_ == 0) round_until_ = std::min(steady_ns(), quota.timers_until);
  while (timers_.next_deadline() <= round_until_) {
    Timer& timer = timers_.top();
    const std::int64_t due = timer.deadline_.load(std::memory_order_relaxed);
    const std::int64_t now = steady_ns();
    timer.advance(now);
    timers_.moved(timer);
    if (timer.queued_.exchange(true, std::memory_order_acq_rel)) continue;  // still parked
    timer.retain();
    timer.expected_call_.store(due, std::memory_order_relaxed);
    timer.actual_call_.store(now, std::memory_order_relaxed);
    if (start(timer)) return &timer;
  }
  round_until_ = 0;  // the round is over: a queued work has its turn
  return nullptr;
}

RANVIER_HOT Work* Engine::take_queued(const Quota& quota) {
  while (!ready_.empty() && ready_.first()->ticket_ <= quota.last_ticket) {
    Work* work = ready_.pop();
    if (start(*work)) return work;
  }
  return nullptr;
}

RANVIER_HOT bool Engine::start(Work& work) {
  Strand& strand = work.strand();
  if (strand.kind() == Strand::Kind::kReentrant) return true;
  if (strand.running_) {
    strand.parked_.push(work);
    return false;
  }
  strand.running_ = true;
  return true;
}

RANVIER_HOT void Engine::free_strand(Strand& strand) {
  if (strand.kind() == Strand::Kind::kReentrant) return;
  strand.running_ = false;
  if (Work* next = strand.parked_.pop()) ready_.push_front(*next);  // it is older than the rest
}

void Engine::leave(Strand& strand) {
  bool others;
  {
    Lock lock(mutex_);
    free_strand(strand);
    others = !ready_.empty();
  }
  if (others) bell_.ring();
}

bool Engine::enter_inline(Strand& strand, Work& work) {
  Lock lock(mutex_);
  if (!spinning() || work.retired() || work.queued_.load(std::memory_order_acquire)) return false;
  if (strand.kind() == Strand::Kind::kReentrant) return true;
  if (strand.running_) return false;
  strand.running_ = true;
  return true;
}

RANVIER_HOT void Engine::push_ready(Work& work) {
  work.ticket_ = ++tickets_;
  ready_.push(work);
}

RANVIER_HOT void Engine::enqueue(Work& work) {
  Lock lock(mutex_);
  push_ready(work);
}

void Engine::forget(Strand& strand, WorkList& waiting) {
  Lock lock(mutex_);
  while (Work* work = strand.parked_.pop()) waiting.push(*work);
  ready_.move_if([&](Work& work) { return &work.strand() == &strand; }, waiting);
}

void Engine::arm(Timer& timer) {
  bool first;
  {
    Lock lock(mutex_);
    timers_.insert(timer);
    first = &timers_.top() == &timer;
  }
  if (first) bell_.ring_all();  // whoever sleeps, sleeps too long
}

void Engine::disarm(Timer& timer) {
  Lock lock(mutex_);
  timers_.erase(timer);
}

}  // namespace ranvier
