#include "ranvier/node/deadline_watch.h"

#include "ranvier/os/clock.h"

namespace ranvier {

DeadlineWatch::DeadlineWatch(Ref<Strand> strand, std::int64_t deadline_ns,
                             std::function<void()> missed)
    : Timer(std::move(strand), deadline_ns), deadline_(deadline_ns), missed_(std::move(missed)) {}

void DeadlineWatch::touch() {
  if (last_.exchange(steady_ns(), std::memory_order_relaxed) == 0) watch_for(deadline_);
}

void DeadlineWatch::stop() noexcept {
  retire();
  cancel();
  Lock lock(telling_);
  stopped_ = true;
}

void DeadlineWatch::run() {
  if (canceled()) return;
  const std::int64_t now = steady_ns();
  std::int64_t last = last_.load(std::memory_order_relaxed);
  const bool late = now - last >= deadline_;
  // A touch that came since is newer than `now` and stays.
  if (late && last_.compare_exchange_strong(last, now, std::memory_order_relaxed)) tell();
  watch_for(late ? deadline_ : last + deadline_ - now);
}

void DeadlineWatch::tell() {
  Lock lock(telling_);
  if (!stopped_) missed_();
}

void DeadlineWatch::watch_for(std::int64_t ns) {
  set_period(ns);
  if (!retired()) start();
}

}  // namespace ranvier
