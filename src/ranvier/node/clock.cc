#include "ranvier/node/clock.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace ranvier {
namespace {

using std::chrono::nanoseconds;

template <class Source>
std::int64_t read() noexcept {
  return std::chrono::duration_cast<nanoseconds>(Source::now().time_since_epoch()).count();
}

bool passes(const JumpThreshold& threshold, const ClockJump& jump) {
  if (jump.change != ClockJump::Change::kNone) return threshold.on_change;
  return (threshold.min_forward_ns > 0 && jump.delta_ns >= threshold.min_forward_ns) ||
         (threshold.min_backward_ns < 0 && jump.delta_ns <= threshold.min_backward_ns);
}

// Counts its scope, under the lock that its owner holds at both ends.
class Counted final {
 public:
  explicit Counted(std::size_t& count) : count_(count) { ++count_; }
  ~Counted() { --count_; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;

 private:
  std::size_t& count_;
};

}  // namespace

std::int64_t Clock::now() const noexcept {
  if (kind_ == ClockKind::kSteady) return read<std::chrono::steady_clock>();
  if (overridden()) return override_ns_.load(std::memory_order_relaxed);
  return read<std::chrono::system_clock>();
}

void Clock::enable_override(bool on) {
  if (kind_ != ClockKind::kRos || overridden() == on) return;
  const std::int64_t overriding = override_ns_.load(std::memory_order_relaxed);
  const std::int64_t system = read<std::chrono::system_clock>();
  const ClockJump change{on ? ClockJump::Change::kActivated : ClockJump::Change::kDeactivated,
                         on ? overriding - system : system - overriding};
  // release: who sees the override on also sees the time that it starts from.
  jump(change, [this, on] { overridden_.store(on, std::memory_order_release); });
}

void Clock::set_override(std::int64_t now_ns) {
  if (kind_ != ClockKind::kRos) return;
  const ClockJump change{ClockJump::Change::kNone,
                         now_ns - override_ns_.load(std::memory_order_relaxed)};
  const auto apply = [this, now_ns] { override_ns_.store(now_ns, std::memory_order_relaxed); };
  if (!overridden()) return apply();  // nobody sees it yet
  jump(change, apply);
}

void Clock::jump(const ClockJump& jump, const std::function<void()>& apply) {
  {
    const std::lock_guard lock(jumps_);
    for (const auto& listener : listeners_) {
      if (passes(listener.threshold, jump)) listener.callback(jump, true);
    }
    apply();
    for (const auto& listener : listeners_) {
      if (passes(listener.threshold, jump)) listener.callback(jump, false);
    }
  }
  if (jump.change == ClockJump::Change::kNone) return wake();
  const std::lock_guard lock(sleep_);
  interrupt();
}

std::uint64_t Clock::add_jump_callback(JumpThreshold threshold, JumpCallback callback) {
  const std::lock_guard lock(jumps_);
  listeners_.push_back({++last_id_, threshold, std::move(callback)});
  return last_id_;
}

void Clock::remove_jump_callback(std::uint64_t id) {
  const std::lock_guard lock(jumps_);
  std::erase_if(listeners_, [id](const Listener& listener) { return listener.id == id; });
}

bool Clock::sleep_until(std::int64_t deadline_ns, const std::function<bool()>& stop) {
  std::unique_lock lock(sleep_);
  if (std::exchange(canceled_, false)) return now() >= deadline_ns;
  const Counted asleep(asleep_);
  const std::uint64_t interruptions = interruptions_;
  while (now() < deadline_ns) {
    const std::uint64_t wakes = wakes_;
    lock.unlock();  // stop() may take locks that a thread in wake() holds
    const bool stopped = stop && stop();
    lock.lock();
    if (stopped || interruptions_ != interruptions) return false;
    if (wakes_ == wakes) wait_once(lock, deadline_ns);
    if (interruptions_ != interruptions) return false;
  }
  return true;
}

// Returns after a wake, at the deadline, or for no reason.
void Clock::wait_once(std::unique_lock<std::mutex>& lock, std::int64_t deadline_ns) {
  if (overridden()) {
    wake_.wait(lock);
  } else if (kind_ == ClockKind::kSteady) {
    wake_.wait_until(lock, std::chrono::steady_clock::time_point(nanoseconds(deadline_ns)));
  } else {
    wake_.wait_until(lock, std::chrono::system_clock::time_point(nanoseconds(deadline_ns)));
  }
}

bool Clock::wait_until_started(std::chrono::steady_clock::time_point deadline,
                               const std::function<bool()>& stop) {
  std::unique_lock lock(sleep_);
  while (now() == 0) {
    const std::uint64_t wakes = wakes_;
    lock.unlock();  // see sleep_until()
    if (stop && stop()) return false;
    lock.lock();
    if (wakes_ != wakes) continue;
    if (std::chrono::steady_clock::now() >= deadline) return now() != 0;
    wake_.wait_until(lock, deadline);
  }
  return true;
}

void Clock::wake() {
  const std::lock_guard lock(sleep_);
  ++wakes_;
  wake_.notify_all();
}

void Clock::cancel_sleep() {
  const std::lock_guard lock(sleep_);
  canceled_ = asleep_ == 0;
  interrupt();
}

void Clock::interrupt() {
  ++wakes_;
  ++interruptions_;
  wake_.notify_all();
}

}  // namespace ranvier
