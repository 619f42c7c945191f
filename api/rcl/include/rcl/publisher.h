/* A publisher by the handle that rclcpp gives out (get_publisher_handle()). */
#ifndef RCL__PUBLISHER_H_
#define RCL__PUBLISHER_H_

#include "rcl/event_callback.h"
#include "rcl/types.h"
#include "rcl/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. Threads: any. RCL_RET_INVALID_ARGUMENT for null,
 * RCL_RET_PUBLISHER_INVALID for a handle of no publisher; the reason is in
 * rcl_get_error_state(). Texts and profiles live as long as the handle. */

/** A handle of no publisher. */
RCL_PUBLIC rcl_publisher_t rcl_get_zero_initialized_publisher(void);
/** Whether it is a publisher's, and the context of its node is valid. */
RCL_PUBLIC bool rcl_publisher_is_valid(const rcl_publisher_t * publisher);
RCL_PUBLIC bool rcl_publisher_is_valid_except_context(const rcl_publisher_t * publisher);

/* Null for a handle of no publisher. */
RCL_PUBLIC const char * rcl_publisher_get_topic_name(const rcl_publisher_t * publisher);
RCL_PUBLIC const rmw_qos_profile_t * rcl_publisher_get_actual_qos(
  const rcl_publisher_t * publisher);

RCL_PUBLIC bool rcl_publisher_can_loan_messages(const rcl_publisher_t * publisher);
RCL_PUBLIC rcl_ret_t rcl_publisher_get_subscription_count(
  const rcl_publisher_t * publisher, size_t * subscription_count);
RCL_PUBLIC rcl_ret_t rcl_publisher_assert_liveliness(const rcl_publisher_t * publisher);
/** `timeout` in ns; negative: for ever. RCL_RET_TIMEOUT. */
RCL_PUBLIC rcl_ret_t rcl_publisher_wait_for_all_acked(
  const rcl_publisher_t * publisher, rcl_duration_value_t timeout);
#ifdef __cplusplus
}
#endif
#endif /* RCL__PUBLISHER_H_ */
