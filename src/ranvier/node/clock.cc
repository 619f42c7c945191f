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
class CountedSleep final {
 public:
  explicit CountedSleep(std::size_t& count) : count_(count) { ++count_; }
  ~CountedSleep() { --count_; }
  CountedSleep(const CountedSleep&) = delete;
  CountedSleep& operator=(const CountedSleep&) = delete;

 private:
  std::size_t& count_;
};

}  // namespace

// Of the first listener after an id, if there is one: its removal by another thread waits.
class Clock::Call final {
 public:
  Call(Clock& clock, std::uint64_t id) : clock_(clock) {
    const std::lock_guard lock(clock.jumps_);
    const auto next =
        std::upper_bound(clock.listeners_.begin(), clock.listeners_.end(), id,
                         [](std::uint64_t one, const auto& other) { return one < other->id; });
    if (next == clock.listeners_.end()) return;
    listener = *next;
    ++listener->calls;
    listener->caller = std::this_thread::get_id();
  }
  ~Call() {
    if (!listener) return;
    const std::lock_guard lock(clock_.jumps_);
    if (--listener->calls != 0) return;  // one jump in another
    listener->caller = {};
    clock_.called_.notify_all();
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  std::shared_ptr<Listener> listener;  // let go of after the lock

 private:
  Clock& clock_;
};

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
    const std::lock_guard jumping(jumping_);
    const std::uint64_t newest = [this] {
      const std::lock_guard lock(jumps_);
      return last_id_;
    }();
    tell(jump, true, newest);
    apply();
    tell(jump, false, newest);
  }
  if (jump.change == ClockJump::Change::kNone) return wake();
  const std::lock_guard lock(sleep_);
  interrupt();
}

// A callback may add and remove listeners: each look for the next one is a new one.
void Clock::tell(const ClockJump& jump, bool before, std::uint64_t newest) {
  std::uint64_t last = 0;
  while (last < newest) {
    const Call call(*this, last);
    if (!call.listener || call.listener->id > newest) return;
    last = call.listener->id;
    if (passes(call.listener->threshold, jump)) call.listener->callback(jump, before);
  }
}

std::uint64_t Clock::add_jump_callback(JumpThreshold threshold, JumpCallback callback) {
  const std::lock_guard lock(jumps_);
  listeners_.push_back(
      std::make_shared<Listener>(Listener{++last_id_, threshold, std::move(callback)}));
  return last_id_;
}

void Clock::remove_jump_callback(std::uint64_t id) {
  std::shared_ptr<Listener> gone;  // let go of after the lock
  std::unique_lock lock(jumps_);
  const auto found = std::find_if(listeners_.begin(), listeners_.end(),
                                  [id](const auto& listener) { return listener->id == id; });
  if (found == listeners_.end()) return;
  gone = *found;
  listeners_.erase(found);
  if (gone->caller == std::this_thread::get_id()) return;
  called_.wait(lock, [&] { return gone->calls == 0; });
}

bool Clock::sleep_until(std::int64_t deadline_ns, const std::function<bool()>& stop) {
  std::unique_lock lock(sleep_);
  if (std::exchange(canceled_, false)) return now() >= deadline_ns;
  const CountedSleep asleep(asleep_);
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

bool Clock::wait_until(std::int64_t deadline_ns, const std::function<bool()>& stop) {
  std::unique_lock lock(sleep_);
  for (;;) {
    const std::uint64_t wakes = wakes_;
    lock.unlock();  // see sleep_until()
    if (stop()) return true;
    if (now() >= deadline_ns) return false;
    lock.lock();
    if (wakes_ == wakes) wait_once(lock, deadline_ns);
  }
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
