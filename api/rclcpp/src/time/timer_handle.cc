// rcl/timer.h: a timer of rclcpp, asked by its handle.
#include "rcl/timer.h"

#include "core/c_edge.hpp"
#include "time/timer_core.hpp"

namespace rclcpp::detail
{

void start(EdgeTimer & timer, SimulatedDrive * simulated)
{
  ranvier::start(timer, simulated);
  timer.tell();
}

bool call(EdgeTimer & timer, SimulatedDrive * simulated)
{
  if (!simulated || !simulated->active()) {return timer.call();}
  simulated->call();
  return true;
}

void OnReset::tell()
{
  const std::lock_guard lock(mutex_);
  if (callback_) {
    callback_(1);
  } else {
    ++untold_;
  }
}

void OnReset::listen(std::function<void(size_t)> listener)
{
  const std::lock_guard lock(mutex_);
  callback_ = std::move(listener);
  if (callback_ && untold_ != 0) {callback_(std::exchange(untold_, 0));}
}

namespace
{

// What `body` returns of the timer behind `handle`. `output` is not to be null.
template<typename Body>
rcl_ret_t with_timer(
  const char * function, const rcl_timer_t * handle, const void * output, Body body)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(handle, RCL_RET_INVALID_ARGUMENT);
  const auto * timer = dynamic_cast<TimerHandle *>(Waited::of(handle));
  if (timer == nullptr) {
    return refused(
      RCL_RET_TIMER_INVALID, "the handle is of no timer: take one from get_timer_handle()");
  }
  RCL_CHECK_ARGUMENT_FOR_NULL(output, RCL_RET_INVALID_ARGUMENT);
  return for_c(function, [&]() -> rcl_ret_t {return body(*timer);});
}

rcl_ret_t canceled()
{
  return refused(
    RCL_RET_TIMER_CANCELED, "the timer is cancelled: start it again with rcl_timer_reset()");
}

int64_t since_last_call(const TimerHandle & timer)
{
  const SimulatedDrive * simulated = timer.simulated();
  return simulated && simulated->active() ?
         simulated->since_last_call() : timer.timer().since_last_call();
}

}  // namespace
}  // namespace rclcpp::detail

using rclcpp::detail::TimerHandle;
using rclcpp::detail::with_timer;

rcl_timer_t rcl_get_zero_initialized_timer(void) {return {};}

rcl_ret_t rcl_timer_get_period(const rcl_timer_t * timer, int64_t * period)
{
  return with_timer(
    __func__, timer, period, [&](const TimerHandle & of) {
      *period = of.timer().period();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_exchange_period(
  const rcl_timer_t * timer, int64_t new_period, int64_t * old_period)
{
  return with_timer(
    __func__, timer, old_period, [&](const TimerHandle & of) {
      if (new_period < 0) {
        RCL_SET_ERROR_MSG_WITH_FORMAT_STRING(
          "a timer's period of %lld ns is negative: give 0 or more",
          static_cast<long long>(new_period));
        return RCL_RET_INVALID_ARGUMENT;
      }
      *old_period = of.timer().exchange_period(new_period);
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_clock(rcl_timer_t * timer, rcl_clock_t ** clock)
{
  return with_timer(
    __func__, timer, clock, [&](const TimerHandle & of) {
      *clock = of.clock().get_clock_handle();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_get_time_until_next_call(
  const rcl_timer_t * timer, int64_t * time_until_next_call)
{
  return with_timer(
    __func__, timer, time_until_next_call, [&](const TimerHandle & of) -> rcl_ret_t {
      if (of.timer().stopped) {return rclcpp::detail::canceled();}
      *time_until_next_call = of.until_due();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_get_time_since_last_call(
  const rcl_timer_t * timer, int64_t * time_since_last_call)
{
  return with_timer(
    __func__, timer, time_since_last_call, [&](const TimerHandle & of) {
      *time_since_last_call = rclcpp::detail::since_last_call(of);
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_is_ready(const rcl_timer_t * timer, bool * is_ready)
{
  return with_timer(
    __func__, timer, is_ready, [&](const TimerHandle & of) {
      *is_ready = !of.timer().stopped && of.until_due() <= 0;
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_is_canceled(const rcl_timer_t * timer, bool * is_canceled)
{
  return with_timer(
    __func__, timer, is_canceled, [&](const TimerHandle & of) {
      *is_canceled = of.timer().stopped;
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_call(rcl_timer_t * timer)
{
  return with_timer(
    __func__, timer, timer, [](const TimerHandle & of) -> rcl_ret_t {
      return !of.timer().stopped && rclcpp::detail::call(of.timer(), of.simulated()) ?
             RCL_RET_OK : rclcpp::detail::canceled();
    });
}

rcl_ret_t rcl_timer_cancel(rcl_timer_t * timer)
{
  return with_timer(
    __func__, timer, timer, [](const TimerHandle & of) {
      rclcpp::detail::stop(of.timer());
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_reset(rcl_timer_t * timer)
{
  return with_timer(
    __func__, timer, timer, [](const TimerHandle & of) {
      rclcpp::detail::start(of.timer(), of.simulated());
      of.resets().tell();
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_timer_set_on_reset_callback(
  const rcl_timer_t * timer, rcl_event_callback_t on_reset_callback, const void * user_data)
{
  return with_timer(
    __func__, timer, timer, [&](const TimerHandle & of) {
      if (on_reset_callback == nullptr) {
        of.resets().listen(nullptr);
      } else {
        of.resets().listen([=](size_t resets) {on_reset_callback(user_data, resets);});
      }
      return RCL_RET_OK;
    });
}
