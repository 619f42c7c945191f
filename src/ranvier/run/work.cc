#include "ranvier/run/work.h"
#include "ranvier/base/annotations.h"

#include <algorithm>
#include <cassert>

#include "ranvier/base/saturating.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/engine.h"
#include "ranvier/run/ring_batch.h"

namespace ranvier {

Work::Work(Ref<Strand> strand) noexcept : strand_(std::move(strand)) {}
Work::~Work() { assert(!queued_.load(std::memory_order_relaxed)); }

RANVIER_HOT_INLINE void Strand::submit(Work& work) noexcept {
  work.retain();  // dropped by whoever takes it out of the list
  {
    Lock lock(mutex_);
    if (Engine* engine = engine_.load(std::memory_order_relaxed)) return engine->enqueue(work);
    // withdraw() comes after the work was marked as retired: one of us sees it.
    if (!work.retired()) return waiting_.push(work);
  }
  drop(work);
}

RANVIER_HOT void Work::make_ready() noexcept {
  // acq_rel: a run that already cleared the flag sees what we queued before;
  // one that has not will look after it clears (see Engine::Current::run).
  if (!queued_.exchange(true, std::memory_order_acq_rel)) strand_->submit(*this);
}

void Work::retire() noexcept {
  retired_.store(true, std::memory_order_release);
  strand_->withdraw(*this);
}

void WorkList::insert_behind(Work* previous, Work& work) noexcept {
  Work*& link = previous ? previous->next_ : first_;
  work.next_ = std::exchange(link, &work);
  if (work.next_ == nullptr) last_ = &work;
}

template <class Before>
void WorkList::insert(Work& work, Before before) noexcept {
  Work* previous = nullptr;
  for (Work* next = first_; next != nullptr && before(*next); next = next->next_) previous = next;
  insert_behind(previous, work);
}

void WorkList::insert_last(Work& work) noexcept {
  if (last_ != nullptr && last_->rank_ <= work.rank_) return push(work);
  insert(work, [&](const Work& other) { return other.rank_ <= work.rank_; });
}

void WorkList::insert_first(Work& work) noexcept {
  insert(work, [&](const Work& other) { return other.rank_ < work.rank_; });
}

std::uint32_t Strand::next_number() noexcept {
  static std::atomic<std::uint32_t> made{0};
  return made.fetch_add(1, std::memory_order_relaxed) % UINT32_MAX + 1;
}

bool Strand::is_with(const Engine& engine) const noexcept {
  const Engine* const mine = engine_.load(std::memory_order_relaxed);
  return mine == &engine || (mine != nullptr && mine->is_part_of(engine));
}

void Strand::join(Engine& engine) {
  Division* const division = engine.division_.load(std::memory_order_acquire);
  Engine& mine = division == nullptr ? engine : division->part_for(*this);
  engine_.store(&mine, std::memory_order_release);  // pairs with leave()
  for (Timer* timer : timers_) mine.arm(*timer);
  while (Work* work = waiting_.pop()) mine.enqueue(*work);
}

WorkList Strand::leave_engine() noexcept {
  WorkList retired;
  Engine& mine = *engine_.load(std::memory_order_relaxed);
  engine_.store(nullptr, std::memory_order_release);  // pairs with Engine::take
  for (Timer* timer : timers_) mine.disarm(*timer);
  mine.forget(*this, waiting_);
  // A retired work that nobody will run again must not keep us, and we it.
  waiting_.move_if([](const Work& work) { return work.retired(); }, retired);
  if (mine.part_ != nullptr) mine.part_->strand_left();
  return retired;
}

bool Strand::attach(Engine& engine) {
  Lock lock(mutex_);
  if (engine_.load(std::memory_order_relaxed) != nullptr) return false;
  join(engine);
  return true;
}

void Strand::detach(Engine& engine) noexcept {
  WorkList dropped;
  {
    Lock lock(mutex_);
    if (!is_with(engine)) return;
    dropped = leave_engine();
  }
  drop(dropped);
}

void Strand::move(Engine& engine) {
  WorkList dropped;
  {
    Lock lock(mutex_);
    if (!is_with(engine)) return;
    dropped = leave_engine();
    join(engine);
  }
  drop(dropped);
}

bool Strand::attached() const noexcept {
  return engine_.load(std::memory_order_acquire) != nullptr;
}

bool Strand::attached_to(const Engine& engine) const noexcept {
  Lock lock(mutex_);  // a part may go meanwhile
  return is_with(engine);
}

void Strand::group_changed() noexcept {
  if (!attached()) return;
  Lock lock(mutex_);
  const Engine* const mine = engine_.load(std::memory_order_relaxed);
  if (mine == nullptr) return;
  if (mine->part_ != nullptr) return mine->part_->strand_changed();
  if (Division* const division = mine->division_.load(std::memory_order_acquire)) {
    division->changed();
  }
}

void Strand::group_gone() noexcept {
  if (!attached()) return;
  WorkList dropped;
  {
    Lock lock(mutex_);
    const Engine* const mine = engine_.load(std::memory_order_relaxed);
    if (mine == nullptr || mine->part_ == nullptr) return;
    dropped = leave_engine();
  }
  drop(dropped);
}

// The strand whose callback runs inline on this thread, if one does.
constinit thread_local const Strand* Strand::inline_here_ = nullptr;

bool Strand::drained_here() const noexcept {
  if (inline_here_ == this) return true;
  const Engine* engine = engine_.load(std::memory_order_acquire);
  return engine != nullptr && engine->spins_here();
}

void Strand::withdraw(Work& work) noexcept {
  WorkList mine;
  {
    Lock lock(mutex_);
    if (Engine* engine = engine_.load(std::memory_order_relaxed)) {
      if (work.queued_.load(std::memory_order_acquire)) engine->withdraw(work, mine);
    } else {
      waiting_.move_if([&](Work& waiting) { return &waiting == &work; }, mine);
    }
  }
  drop(mine);
}

void Strand::drop(WorkList& works) noexcept {
  while (Work* work = works.pop()) drop(*work);
}

void Strand::drop(Work& work) noexcept {
  work.queued_.store(false, std::memory_order_release);
  work.release();
}

void Strand::start(Timer& timer) {
  Lock lock(mutex_);
  Engine* engine = engine_.load(std::memory_order_relaxed);
  if (engine) engine->disarm(timer);
  timer.deadline_.store(add_saturating(steady_ns(), timer.period()), std::memory_order_relaxed);
  if (!timer.armed_.exchange(true, std::memory_order_acq_rel)) timers_.push_back(&timer);
  if (engine) engine->arm(timer);
}

void Strand::cancel(Timer& timer) noexcept {
  Lock lock(mutex_);
  if (!timer.armed_.exchange(false, std::memory_order_acq_rel)) return;
  timers_.erase(std::find(timers_.begin(), timers_.end(), &timer));
  if (Engine* engine = engine_.load(std::memory_order_relaxed)) engine->disarm(timer);
}

bool Strand::call(Timer& timer) noexcept {
  Lock lock(mutex_);
  if (timer.canceled()) return false;
  Engine* engine = engine_.load(std::memory_order_relaxed);
  if (engine) engine->disarm(timer);
  const std::int64_t now = steady_ns();
  timer.called(timer.deadline_.load(std::memory_order_relaxed), now);
  timer.advance(now);
  if (engine) engine->arm(timer);
  return true;
}

Begun Strand::begin(Engine& engine, Work& work) noexcept {
  Lock lock(mutex_);
  if (engine_.load(std::memory_order_relaxed) != &engine) return Begun::kMoved;
  return engine.start_pulled(work) ? Begun::kYes : Begun::kLater;
}

// A callback may take its time, or wait for what this thread has found and not rung for, or
// has not run.
bool Strand::enter_inline(Work& work) noexcept {
  {
    Lock lock(mutex_);
    Engine* engine = engine_.load(std::memory_order_relaxed);
    if (engine == nullptr || !engine->enter_inline(*this, work)) return false;
    RingBatch::close();
  }
  Engine::queue_next();
  return true;
}

void Strand::leave() noexcept {
  Lock lock(mutex_);
  if (Engine* engine = engine_.load(std::memory_order_relaxed)) {
    engine->leave(*this);
  } else {
    running_ = false;
    count_at_work(-1);
  }
}

}  // namespace ranvier
