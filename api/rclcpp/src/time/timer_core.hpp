// What is behind a timer of rclcpp, and behind its handle.
#ifndef TIMER_CORE_HPP_
#define TIMER_CORE_HPP_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "ranvier/base/near_heap.h"
#include "ranvier/os/deadline.h"
#include "ranvier/proto/time/clock_timer.h"
#include "ranvier/trace/trace.h"
#include "rclcpp/timer.hpp"
#include "waiting/waited.hpp"

namespace rclcpp::detail
{

// The timer as the engine runs it, on the steady clock.
class EdgeTimer final : public ranvier::ClockTimer, public ranvier::Near
{
public:
  EdgeTimer(
    ranvier::Ref<ranvier::Strand> strand, std::chrono::nanoseconds period,
    std::weak_ptr<TimerBase> owner)
  : ClockTimer(std::move(strand), period.count()), owner_(std::move(owner)) {}
  ~EdgeTimer() override
  {
    RANVIER_TRACE(ranvier_fini, static_cast<const void *>(this), "timer");
  }

  std::atomic<bool> in_use_by_wait_set{false};

  /// Of the last call on the steady clock, or of when this was made.
  int64_t since_last_call() const
  {
    const int64_t called = actual_call();
    return ranvier::steady_ns() - (called != 0 ? called : made_);
  }

  /// Tells wait sets to look again.
  void tell()
  {
    if (listened()) {ready_listeners_.tell(1);}
  }
  ranvier::ReadyListeners & ready_listeners() {return ready_listeners_;}
  bool tell_waiting() override
  {
    const bool waited_for = in_use_by_wait_set;
    if (waited_for) {tell();}
    return waited_for;
  }

private:
  void run() override
  {
    const auto owner = owner_.lock();  // a callback may drop its own timer
    if (!owner || stopped.load(std::memory_order_acquire)) {return;}
    RANVIER_TRACE(callback_start, static_cast<const void *>(this), 0);
    owner->execute_callback(nullptr);
    RANVIER_TRACE(callback_end, static_cast<const void *>(this));
  }

  const std::weak_ptr<TimerBase> owner_;
  const int64_t made_ = ranvier::steady_ns();
  ranvier::ReadyListeners ready_listeners_{listened_};
};

using ranvier::SimulatedDrive;

/// Starts it from now, a cancelled one too.
void start(EdgeTimer & timer, SimulatedDrive * simulated);
inline void stop(EdgeTimer & timer)
{
  timer.stopped = true;
  timer.cancel();
}
/// Moves on to the next period. False if it is cancelled.
bool call(EdgeTimer & timer, SimulatedDrive * simulated);

// The callbacks of users for resets.
class OnReset final
{
public:
  /// One more reset.
  void tell();
  /// For those from before it is called at once, under the lock of this. Null ends it.
  void listen(std::function<void(size_t)> listener);

private:
  std::recursive_mutex mutex_;
  std::function<void(size_t)> callback_;
  size_t untold_ = 0;
};

class TimerHandle final : public rcl_timer_t, public Waited
{
public:
  TimerHandle(
    Clock::SharedPtr clock, ranvier::Ref<EdgeTimer> timer,
    std::shared_ptr<SimulatedDrive> simulated, std::shared_ptr<OnReset> resets)
  : rcl_timer_t{static_cast<Waited *>(this)}, timer_(std::move(timer)),
    simulated_(std::move(simulated)), clock_(std::move(clock)), resets_(std::move(resets)) {}

  EdgeTimer & timer() const {return *timer_;}
  SimulatedDrive * simulated() const {return simulated_.get();}
  Clock & clock() const {return *clock_;}
  OnReset & resets() const {return *resets_;}
  int64_t until_due() const {return ranvier::time_until_due(*timer_, simulated_.get());}

  bool ready() override {return !timer_->stopped && until_due() <= 0;}
  int64_t due() override
  {
    if (timer_->stopped || (simulated_ && simulated_->active())) {return ranvier::kForever;}
    return ranvier::add_saturating(ranvier::steady_ns(), timer_->time_until_due());
  }
  void listen(const void * who, ranvier::ReadyListeners::Listener listener) override
  {
    timer_->ready_listeners().listen(who, std::move(listener));
  }

private:
  const ranvier::Ref<EdgeTimer> timer_;
  const std::shared_ptr<SimulatedDrive> simulated_;
  const Clock::SharedPtr clock_;
  const std::shared_ptr<OnReset> resets_;
};

}  // namespace rclcpp::detail
#endif  // TIMER_CORE_HPP_
