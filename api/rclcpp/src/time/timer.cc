#include "rclcpp/timer.hpp"

#include <utility>

#include "core/callback_symbol.hpp"
#include "core/core_edge.hpp"
#include "ranvier/os/deadline.h"
#include "ranvier/proto/time/clock_timer.h"
#include "ranvier/run/group_link.h"
#include "ranvier/trace/trace.h"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "time/timer_core.hpp"

namespace rclcpp
{

using detail::EdgeTimer;
using detail::OnReset;
using detail::TimerHandle;

struct TimerBase::Impl
{
  Clock::SharedPtr clock;
  std::chrono::nanoseconds period;
  bool autostart;
  ranvier::Ref<EdgeTimer> timer{};
  std::shared_ptr<ranvier::SimulatedDrive> simulated{};  // of timers on ROS time
  detail::Lazy<rcl_timer_t> handle{};
  detail::Lazy<OnReset> on_reset{};

  void start() {detail::start(*timer, simulated.get());}
  std::shared_ptr<OnReset> resets()
  {
    return on_reset.get([] {return std::make_shared<OnReset>();});
  }
};

TimerBase::TimerBase(
  Clock::SharedPtr clock, std::chrono::nanoseconds period, bool autostart)
: impl_(new Impl{std::move(clock), period, autostart})
{
  if (!impl_->clock) {throw std::invalid_argument("clock cannot be null");}
  if (period.count() >= 0) {return;}
  throw exceptions::RCLInvalidArgument(
          exceptions::RCLErrorBase(
            RCL_RET_INVALID_ARGUMENT, "timer period must be non-negative: it is " +
            std::to_string(period.count()) + " ns"), "Couldn't initialize rcl timer handle: ");
}

TimerBase::TimerBase(
  Clock::SharedPtr clock, std::chrono::nanoseconds period, std::shared_ptr<Context> context,
  bool autostart)
: TimerBase(std::move(clock), period, autostart)
{
  if (context) {(void)context->core();}
}

TimerBase::TimerBase(std::chrono::nanoseconds period, bool autostart)
: TimerBase(detail::make_steady_clock(), period, autostart) {}
std::chrono::nanoseconds TimerBase::period() const {return impl_->period;}

TimerBase::~TimerBase()
{
  if (!impl_->timer) {return;}
  impl_->simulated.reset();
  impl_->timer->stopped = true;
  impl_->timer->cancel();
  impl_->timer->retire();
}

void TimerBase::start_alone()
{
  if (impl_->timer) {return;}
  start_on(
    detail::sharing(ranvier::make_ref<ranvier::Strand>(ranvier::Strand::Kind::kExclusive)),
    nullptr);
}

void TimerBase::add_to(node_interfaces::NodeBaseInterface & node_base, CallbackGroup * group)
{
  start_on(
    detail::sharing(detail::strand_of(node_base, group)),
    static_cast<const void *>(node_base.core().get()));
  node_base.core()->place_in_order(
    *impl_->timer,
    {ranvier::GroupEntity::Kind::kTimer, std::to_string(impl_->period.count())});
}

void TimerBase::start_on(const std::shared_ptr<ranvier::Strand> & strand, const void * node)
{
  impl_->timer = ranvier::make_ref<EdgeTimer>(
    ranvier::Ref<ranvier::Strand>(strand.get()), impl_->period, weak_from_this());
  RANVIER_TRACE(
    rcl_timer_init, static_cast<const void *>(impl_->timer.get()), impl_->period.count());
  RANVIER_TRACE(
    rclcpp_timer_callback_added, static_cast<const void *>(impl_->timer.get()),
    static_cast<const void *>(impl_->timer.get()));
  RANVIER_TRACE(
    rclcpp_callback_register, static_cast<const void *>(impl_->timer.get()),
    detail::callback_symbol(typeid(*this), "Timer", detail::Argument::kFirst).c_str());
  ranvier::tell_group(*impl_->timer);
  if (node) {
    RANVIER_TRACE(rclcpp_timer_link_node, static_cast<const void *>(impl_->timer.get()), node);
  }
  if (impl_->clock->get_clock_type() == RCL_ROS_TIME) {
    impl_->simulated =
      std::make_shared<ranvier::SimulatedDrive>(impl_->clock->core(), impl_->timer);
  }
  if (impl_->autostart) {impl_->start();}
}

void TimerBase::cancel()
{
  if (impl_->timer) {detail::stop(*impl_->timer);}
}

bool TimerBase::is_canceled() {return !impl_->timer || impl_->timer->stopped;}

void TimerBase::reset()
{
  if (!impl_->timer) {return;}
  impl_->start();
  impl_->resets()->tell();
}

void TimerBase::set_on_reset_callback(std::function<void(size_t)> callback)
{
  detail::check_callable(callback != nullptr, "set_on_reset_callback");
  impl_->resets()->listen(std::move(callback));
}

void TimerBase::clear_on_reset_callback() {impl_->resets()->listen(nullptr);}

std::shared_ptr<const rcl_timer_t> TimerBase::get_timer_handle()
{
  start_alone();
  return impl_->handle.get(
    [this] {
      return std::make_shared<TimerHandle>(
        impl_->clock, impl_->timer, impl_->simulated, impl_->resets());
    });
}

ranvier::Work * TimerBase::work() const noexcept {return impl_->timer.get();}

bool TimerBase::exchange_in_use_by_wait_set_state(bool in_use_state)
{
  start_alone();
  return impl_->timer->in_use_by_wait_set.exchange(in_use_state);
}

bool TimerBase::is_ready() {return time_until_trigger() <= std::chrono::nanoseconds(0);}

std::chrono::nanoseconds TimerBase::time_until_trigger()
{
  if (is_canceled()) {return std::chrono::nanoseconds::max();}
  return std::chrono::nanoseconds(ranvier::time_until_due(*impl_->timer, impl_->simulated.get()));
}

const Clock::SharedPtr & TimerBase::get_clock() const {return impl_->clock;}
bool TimerBase::is_steady() {return impl_->clock->get_clock_type() == RCL_STEADY_TIME;}

std::shared_ptr<void> TimerBase::data_of(const rcl_timer_call_info_t & times) const
{
  const rcl_clock_type_t type = impl_->clock->get_clock_type();
  return std::make_shared<TimerInfo>(
    TimerInfo{Time(times.expected_call_time, type), Time(times.actual_call_time, type)});
}

std::shared_ptr<void> TimerBase::call()
{
  if (is_canceled() || !detail::call(*impl_->timer, impl_->simulated.get())) {return nullptr;}
  return std::make_shared<TimerInfo>(call_info());
}

TimerInfo TimerBase::call_info() const
{
  if (!impl_->timer) {  // it never began, and is called by hand
    const Time now = impl_->clock->now();
    return {now, now};
  }
  const rcl_clock_type_t type = impl_->clock->get_clock_type();
  if (type == RCL_STEADY_TIME) {
    return {Time(impl_->timer->expected_call(), type), Time(impl_->timer->actual_call(), type)};
  }
  // The engine keeps steady time; the difference of the two calls carries over.
  const Time now = impl_->clock->now();
  const int64_t late = impl_->timer->actual_call() - impl_->timer->expected_call();
  return {Time(ranvier::subtract_saturating(now.nanoseconds(), late), type), now};
}

namespace detail
{

std::chrono::nanoseconds timer_period(long double size, std::chrono::nanoseconds nanoseconds)
{
  if (size < 0) {throw std::invalid_argument{"timer period cannot be negative"};}
  if (!(size <= static_cast<long double>(std::chrono::nanoseconds::max().count()))) {
    throw std::invalid_argument{
            "timer period must be less than std::chrono::nanoseconds::max()"};
  }
  return nanoseconds;
}

}  // namespace detail
}  // namespace rclcpp
