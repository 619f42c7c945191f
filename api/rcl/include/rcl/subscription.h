/* A subscription by the handle that rclcpp gives out (get_subscription_handle()). */
#ifndef RCL__SUBSCRIPTION_H_
#define RCL__SUBSCRIPTION_H_

#include "rcl/event_callback.h"
#include "rcl/types.h"
#include "rcl/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. Threads: any. RCL_RET_INVALID_ARGUMENT for null,
 * RCL_RET_SUBSCRIPTION_INVALID for a handle of no subscription; the reason is in
 * rcl_get_error_state(). Texts and profiles live as long as the handle. */

/** A handle of no subscription. */
RCL_PUBLIC rcl_subscription_t rcl_get_zero_initialized_subscription(void);
RCL_PUBLIC bool rcl_subscription_is_valid(const rcl_subscription_t * subscription);

/* Null for a handle of no subscription. */
RCL_PUBLIC const char * rcl_subscription_get_topic_name(
  const rcl_subscription_t * subscription);
RCL_PUBLIC const rmw_qos_profile_t * rcl_subscription_get_actual_qos(
  const rcl_subscription_t * subscription);

RCL_PUBLIC bool rcl_subscription_can_loan_messages(const rcl_subscription_t * subscription);
RCL_PUBLIC bool rcl_subscription_is_cft_enabled(const rcl_subscription_t * subscription);
RCL_PUBLIC rmw_ret_t rcl_subscription_get_publisher_count(
  const rcl_subscription_t * subscription, size_t * publisher_count);
/** Called for each message that comes, on any thread. Null ends it. */
RCL_PUBLIC rcl_ret_t rcl_subscription_set_on_new_message_callback(
  const rcl_subscription_t * subscription, rcl_event_callback_t callback,
  const void * user_data);
#ifdef __cplusplus
}
#endif
#endif /* RCL__SUBSCRIPTION_H_ */
