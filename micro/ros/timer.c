/* Timers of rcl. */
#include <string.h>

#include "rmw.h"

rcl_timer_t rcl_get_zero_initialized_timer(void) {
  rcl_timer_t timer;
  memset(&timer, 0, sizeof(timer));
  return timer;
}

rcl_ret_t rcl_timer_init2(rcl_timer_t* timer, rcl_clock_t* clock, rcl_context_t* context,
                          int64_t period_ns, rcl_timer_callback_t callback,
                          rcl_allocator_t allocator, bool autostart) {
  (void)clock;
  (void)allocator;
  timer->context = &context->rmw;
  timer->callback = callback;
  timer->period_ns = period_ns;
  timer->last_ns = micro_now_ns();
  timer->next_ns = timer->last_ns + timer->period_ns;
  timer->canceled = !autostart;
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_init(rcl_timer_t* timer, rcl_clock_t* clock, rcl_context_t* context,
                         int64_t period_ns, rcl_timer_callback_t callback,
                         rcl_allocator_t allocator) {
  return rcl_timer_init2(timer, clock, context, period_ns, callback, allocator, true);
}
rcl_ret_t rclc_timer_init_default2(rcl_timer_t* timer, rclc_support_t* support, uint64_t period_ns,
                                   rcl_timer_callback_t callback, bool autostart) {
  return rcl_timer_init2(timer, &support->clock, &support->context, (int64_t)period_ns, callback,
                         rcutils_get_zero_initialized_allocator(), autostart);
}
rcl_ret_t rclc_timer_init_default(rcl_timer_t* timer, rclc_support_t* support, uint64_t period_ns,
                                  rcl_timer_callback_t callback) {
  return rclc_timer_init_default2(timer, support, period_ns, callback, true);
}

/* The next call is a whole number of periods after the start; missed ones are left out. */
rcl_ret_t rcl_timer_call(rcl_timer_t* timer) {
  if (timer->canceled) return RCL_RET_TIMER_CANCELED;
  const int64_t now = micro_now_ns();
  const int64_t since = now - timer->last_ns;
  timer->last_ns = now;
  timer->next_ns += timer->period_ns;
  if (timer->next_ns < now) {
    /* Without a 64-bit division, which is large: a long gap restarts it. */
    while (timer->next_ns < now && now - timer->next_ns < 16 * timer->period_ns) {
      timer->next_ns += timer->period_ns;
    }
    if (timer->next_ns < now) timer->next_ns = now + timer->period_ns;
  }
  if (timer->callback != NULL) timer->callback(timer, since);
  return RCL_RET_OK;
}

rcl_ret_t rcl_timer_cancel(rcl_timer_t* timer) {
  timer->canceled = true;
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_reset(rcl_timer_t* timer) {
  timer->canceled = false;
  timer->next_ns = micro_now_ns() + timer->period_ns;
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_is_ready(const rcl_timer_t* timer, bool* ready) {
  *ready = !timer->canceled && micro_now_ns() >= timer->next_ns;
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_is_canceled(const rcl_timer_t* timer, bool* canceled) {
  *canceled = timer->canceled;
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_get_period(const rcl_timer_t* timer, int64_t* period) {
  *period = timer->period_ns;
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_exchange_period(const rcl_timer_t* of, int64_t period, int64_t* before) {
  rcl_timer_t* timer = (rcl_timer_t*)(uintptr_t)of;
  *before = timer->period_ns;
  timer->period_ns = period;
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_get_time_until_next_call(const rcl_timer_t* timer, int64_t* ns) {
  if (timer->canceled) return RCL_RET_TIMER_CANCELED;
  *ns = timer->next_ns - micro_now_ns();
  return RCL_RET_OK;
}
rcl_ret_t rcl_timer_get_time_since_last_call(const rcl_timer_t* timer, int64_t* ns) {
  *ns = micro_now_ns() - timer->last_ns;
  return RCL_RET_OK;
}
rcl_timer_callback_t rcl_timer_get_callback(const rcl_timer_t* timer) { return timer->callback; }
rcl_timer_callback_t rcl_timer_exchange_callback(rcl_timer_t* timer,
                                                 rcl_timer_callback_t callback) {
  const rcl_timer_callback_t before = timer->callback;
  timer->callback = callback;
  return before;
}
rcl_ret_t rcl_timer_fini(rcl_timer_t* timer) {
  timer->canceled = true;
  return RCL_RET_OK;
}

void rclc_sleep_ms(unsigned int milliseconds) { micro_platform.sleep_ms(milliseconds); }
