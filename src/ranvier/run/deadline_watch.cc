#include "ranvier/run/deadline_watch.h"

#include "ranvier/os/clock.h"
#include "ranvier/run/after_locks.h"

namespace ranvier {

DeadlineWatch::DeadlineWatch(Ref<Strand> strand, std::int64_t deadline_ns,
                             std::function<void()> missed, std::function<void()> again)
    : Timer(std::move(strand), deadline_ns),
      deadline_(deadline_ns),
      missed_(std::move(missed)),
      again_(std::move(again)) {}

void DeadlineWatch::touch() {
  // seq_cst here and in tell(): of "I am alive" and "it is dead", one must see
  // the other, or a watch stays broken though it was touched.
  if (last_.exchange(steady_ns(), std::memory_order_seq_cst) == 0) watch_for(deadline_);
  if (broken_.load(std::memory_order_seq_cst)) recover();
}

bool DeadlineWatch::stop() noexcept {
  retire();
  Lock lock(telling_);
  stopped_ = true;
  cancel();
  return !broken_.load(std::memory_order_relaxed);
}

void DeadlineWatch::run() {
  if (canceled()) return;
  const std::int64_t now = steady_ns();
  std::int64_t last = last_.load(std::memory_order_relaxed);
  const std::int64_t silent = now - last;
  const bool late = silent >= deadline_;
  // A touch that came since is newer than `now` and stays.
  if (late && last_.compare_exchange_strong(last, now, std::memory_order_relaxed)) tell(now);
  watch_for(late ? deadline_ : deadline_ - silent);
}

// @param seen  what `last_` was set to when the deadline was found missed.
void DeadlineWatch::tell(std::int64_t seen) {
  const AfterLocks after;  // who is called may end us
  Lock lock(telling_);
  if (stopped_ || broken_.load(std::memory_order_relaxed)) return;
  if (again_) {
    broken_.store(true, std::memory_order_seq_cst);
    if (last_.load(std::memory_order_seq_cst) != seen) {  // touched in the last moment
      broken_.store(false, std::memory_order_relaxed);
      return;
    }
    cancel();
  }
  missed_();
}

void DeadlineWatch::recover() {
  const AfterLocks after;
  Lock lock(telling_);
  if (stopped_ || !broken_.load(std::memory_order_relaxed)) return;
  broken_.store(false, std::memory_order_relaxed);
  arm(deadline_);
  again_();
}

void DeadlineWatch::watch_for(std::int64_t ns) {
  Lock lock(telling_);
  if (!broken_.load(std::memory_order_relaxed)) arm(ns);
}

void DeadlineWatch::arm(std::int64_t ns) {
  if (stopped_) return;
  set_period(ns);
  start();
}

}  // namespace ranvier
