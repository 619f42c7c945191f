#include "rclcpp/timer.hpp"

#include <atomic>
#include <mutex>

#include "core_edge.hpp"
#include "ranvier/node/clock.h"
#include "ranvier/run/timer.h"
#include "ranvier/trace/trace.h"

namespace rclcpp
{
namespace
{

// The timer as the engine runs it, on the steady clock.
class EdgeTimer final : public ranvier::Timer
{
public:
  EdgeTimer(
    ranvier::Ref<ranvier::Strand> strand, std::chrono::nanoseconds period,
    std::weak_ptr<TimerBase> owner)
  : Timer(std::move(strand), period.count()), owner_(std::move(owner)) {}

  std::atomic<bool> stopped{true};

private:
  void run() override
  {
    const auto owner = owner_.lock();  // a callback may drop its own timer
    if (!owner || stopped.load(std::memory_order_acquire)) {return;}
    RANVIER_TRACE(callback_start, static_cast<const void *>(this), 0);
    owner->execute_callback();
    RANVIER_TRACE(callback_end, static_cast<const void *>(this));
  }

  const std::weak_ptr<TimerBase> owner_;
};

// Drives a timer by simulated time while its clock is overridden.
//
// Threads: any. The jump callback runs on the thread that sets the time.
class SimulatedDrive final
{
public:
  SimulatedDrive(std::shared_ptr<ranvier::Clock> clock, ranvier::Ref<EdgeTimer> timer)
  : clock_(std::move(clock)), timer_(std::move(timer))
  {
    ranvier::JumpThreshold every_change;
    every_change.min_forward_ns = 1;
    every_change.min_backward_ns = -1;
    jump_ = clock_->add_jump_callback(
      every_change, [this](const ranvier::ClockJump & jump, bool before) {
        if (!before) {on_jump(jump);}
      });
  }
  ~SimulatedDrive() {clock_->remove_jump_callback(jump_);}

  bool active() const {return clock_->overridden();}
  void start()
  {
    std::lock_guard<std::mutex> lock(mutex_);
    deadline_ = clock_->now() + timer_->period();
  }
  int64_t time_until_due() const
  {
    std::lock_guard<std::mutex> lock(mutex_);
    return deadline_ - clock_->now();
  }

private:
  void on_jump(const ranvier::ClockJump & jump)
  {
    if (timer_->stopped.load(std::memory_order_acquire)) {return;}
    if (jump.change == ranvier::ClockJump::Change::kDeactivated) {return timer_->start();}
    if (jump.change == ranvier::ClockJump::Change::kActivated) {
      timer_->cancel();
      return start();
    }
    if (fire(clock_->now(), jump.delta_ns < 0)) {timer_->make_ready();}
  }

  // Whether it is due; then moves the deadline to the next period ahead.
  bool fire(int64_t now, bool went_back)
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const int64_t period = timer_->period();
    if (went_back) {deadline_ = std::min(deadline_, now + period);}
    if (now < deadline_) {return false;}
    const int64_t behind = now - deadline_;
    deadline_ += period == 0 ? behind + 1 : (behind / period + 1) * period;
    return true;
  }

  const std::shared_ptr<ranvier::Clock> clock_;
  const ranvier::Ref<EdgeTimer> timer_;
  mutable std::mutex mutex_;
  int64_t deadline_ = 0;
  uint64_t jump_ = 0;
};

}  // namespace

struct TimerBase::Impl
{
  Clock::SharedPtr clock;
  std::chrono::nanoseconds period;
  std::function<void(TimerBase &)> callback;
  bool autostart;
  ranvier::Ref<EdgeTimer> timer;
  std::unique_ptr<SimulatedDrive> simulated;  // of timers on ROS time
};

TimerBase::TimerBase(
  Clock::SharedPtr clock, std::chrono::nanoseconds period,
  std::function<void(TimerBase &)> callback, bool autostart)
: impl_(new Impl{std::move(clock), period, std::move(callback), autostart, {}, {}}) {}

TimerBase::~TimerBase()
{
  if (!impl_->timer) {return;}
  impl_->simulated.reset();
  impl_->timer->stopped = true;
  impl_->timer->cancel();
  impl_->timer->retire();
}

void TimerBase::add_to(node_interfaces::NodeBaseInterface & node_base, CallbackGroup * group)
{
  impl_->timer = ranvier::make_ref<EdgeTimer>(
    detail::strand_of(node_base, group), impl_->period, weak_from_this());
  RANVIER_TRACE(
    rcl_timer_init, static_cast<const void *>(impl_->timer.get()), impl_->period.count());
  RANVIER_TRACE(
    rclcpp_timer_callback_added, static_cast<const void *>(impl_->timer.get()),
    static_cast<const void *>(impl_->timer.get()));
  RANVIER_TRACE(
    rclcpp_timer_link_node, static_cast<const void *>(impl_->timer.get()),
    static_cast<const void *>(node_base.core().get()));
  if (impl_->clock->get_clock_type() == RCL_ROS_TIME) {
    impl_->simulated = std::make_unique<SimulatedDrive>(impl_->clock->core(), impl_->timer);
  }
  if (impl_->autostart) {reset();}
}

void TimerBase::cancel()
{
  if (!impl_->timer) {return;}
  impl_->timer->stopped = true;
  impl_->timer->cancel();
}

bool TimerBase::is_canceled() {return !impl_->timer || impl_->timer->stopped;}

void TimerBase::reset()
{
  if (!impl_->timer) {return;}
  impl_->timer->stopped = false;
  if (impl_->simulated && impl_->simulated->active()) {
    impl_->timer->cancel();
    impl_->simulated->start();
  } else {
    impl_->timer->start();
  }
}

bool TimerBase::is_ready() {return time_until_trigger() <= std::chrono::nanoseconds(0);}

std::chrono::nanoseconds TimerBase::time_until_trigger()
{
  if (is_canceled()) {return std::chrono::nanoseconds::max();}
  const bool simulated = impl_->simulated && impl_->simulated->active();
  return std::chrono::nanoseconds(
    simulated ? impl_->simulated->time_until_due() : impl_->timer->time_until_due());
}

bool TimerBase::is_steady() {return impl_->clock->get_clock_type() == RCL_STEADY_TIME;}

void TimerBase::execute_callback() {impl_->callback(*this);}

TimerInfo TimerBase::call_info() const
{
  const rcl_clock_type_t type = impl_->clock->get_clock_type();
  if (type == RCL_STEADY_TIME) {
    return {Time(impl_->timer->expected_call(), type), Time(impl_->timer->actual_call(), type)};
  }
  // The engine keeps steady time; the difference of the two calls carries over.
  const Time now = impl_->clock->now();
  const int64_t late = impl_->timer->actual_call() - impl_->timer->expected_call();
  return {now - Duration(std::chrono::nanoseconds(late)), now};
}

}  // namespace rclcpp
