/* A timer by the handle that rclcpp gives out (get_timer_handle()). */
#ifndef RCL__TIMER_H_
#define RCL__TIMER_H_

#include "rcl/event_callback.h"
#include "rcl/types.h"
#include "rcl/visibility_control.h"
#include "rcutils/logging_macros.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. Threads: any. Times are ns on the timer's clock.
 *
 * RCL_RET_INVALID_ARGUMENT for null, RCL_RET_TIMER_INVALID for a handle of no timer; the reason
 * is in rcl_get_error_state(). */

/** A handle of no timer. */
RCL_PUBLIC rcl_timer_t rcl_get_zero_initialized_timer(void);

RCL_PUBLIC rcl_ret_t rcl_timer_get_period(const rcl_timer_t * timer, int64_t * period);
/** Takes effect with the next call or reset. RCL_RET_INVALID_ARGUMENT if it is negative. */
RCL_PUBLIC rcl_ret_t rcl_timer_exchange_period(
  const rcl_timer_t * timer, int64_t new_period, int64_t * old_period);
/** Lives as long as the timer's handle. */
RCL_PUBLIC rcl_ret_t rcl_timer_clock(rcl_timer_t * timer, rcl_clock_t ** clock);
/** Negative if it is overdue. RCL_RET_TIMER_CANCELED. */
RCL_PUBLIC rcl_ret_t rcl_timer_get_time_until_next_call(
  const rcl_timer_t * timer, int64_t * time_until_next_call);
/** Since it was started, if it was never called. */
RCL_PUBLIC rcl_ret_t rcl_timer_get_time_since_last_call(
  const rcl_timer_t * timer, int64_t * time_since_last_call);
/** Whether it is due; false for a cancelled one. */
RCL_PUBLIC rcl_ret_t rcl_timer_is_ready(const rcl_timer_t * timer, bool * is_ready);
RCL_PUBLIC rcl_ret_t rcl_timer_is_canceled(const rcl_timer_t * timer, bool * is_canceled);

/** Moves on to the next period; the callback is rclcpp's to run. RCL_RET_TIMER_CANCELED. */
RCL_PUBLIC rcl_ret_t rcl_timer_call(rcl_timer_t * timer);
RCL_PUBLIC rcl_ret_t rcl_timer_cancel(rcl_timer_t * timer);
/** Starts again from now, a cancelled one too. */
RCL_PUBLIC rcl_ret_t rcl_timer_reset(rcl_timer_t * timer);
/** Called with how many resets there were, those from before at once, under a lock of the timer.
 * It takes the place of TimerBase::set_on_reset_callback()'s. Null ends it. */
RCL_PUBLIC rcl_ret_t rcl_timer_set_on_reset_callback(
  const rcl_timer_t * timer, rcl_event_callback_t on_reset_callback, const void * user_data);
#ifdef __cplusplus
}
#endif
#endif /* RCL__TIMER_H_ */
