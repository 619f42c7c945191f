#include "bench/common/periodic_thread.h"

#include <algorithm>
#include <utility>

namespace ranvier::bench {

PeriodicThread::PeriodicThread(std::int64_t period_ns, std::function<void()> what)
    : period_(period_ns), what_(std::move(what)), thread_([this] { run(); }) {}

void PeriodicThread::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void PeriodicThread::run() {
  using Clock = std::chrono::steady_clock;
  Clock::time_point next = Clock::now() + period_;
  std::unique_lock lock(mutex_);
  while (!changed_.wait_until(lock, next, [this] { return stopped_; })) {
    lock.unlock();
    what_();
    next += period_ * (1 + std::max(Clock::now() - next, Clock::duration(0)) / period_);
    lock.lock();
  }
}

}  // namespace ranvier::bench
