/* Events of publishers and subscriptions, past the callbacks of their options.
 * Code of rclcpp has them as rclcpp::EventHandler. */
#ifndef RCL__EVENT_H_
#define RCL__EVENT_H_

#include <stdbool.h>

#include "rcl/types.h"
#include "rcl/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. Threads: any, one at a time for one event. What fails
 * leaves its reason in rcl_get_error_state(). */
RCL_PUBLIC rcl_event_t rcl_get_zero_initialized_event(void);
/** `event` from rcl_get_zero_initialized_event(); the publisher must outlive it.
 * RCL_RET_INVALID_ARGUMENT (null, or no such kind), RCL_RET_ALREADY_INIT. */
RCL_PUBLIC rcl_ret_t rcl_publisher_event_init(
  rcl_event_t * event, const rcl_publisher_t * publisher, rcl_publisher_event_type_t event_type);
RCL_PUBLIC rcl_ret_t rcl_subscription_event_init(
  rcl_event_t * event, const rcl_subscription_t * subscription,
  rcl_subscription_event_type_t event_type);
/** Fills the rmw structure of the event's kind: totals, and what changed since this
 * event was last taken. RCL_RET_INVALID_ARGUMENT (null), RCL_RET_EVENT_INVALID. */
RCL_PUBLIC rcl_ret_t rcl_take_event(rcl_event_t * event, void * event_info);
RCL_PUBLIC bool rcl_event_is_valid(const rcl_event_t * event);
/** Nothing happens for one that was never initialized. */
RCL_PUBLIC rcl_ret_t rcl_event_fini(rcl_event_t * event);
#ifdef __cplusplus
}
#endif
#endif /* RCL__EVENT_H_ */
