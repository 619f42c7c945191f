/* A client by the handle that rclcpp gives out (get_client_handle()). */
#ifndef RCL__CLIENT_H_
#define RCL__CLIENT_H_

#include "rcl/event_callback.h"
#include "rcl/types.h"
#include "rcl/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. Threads: any. RCL_RET_INVALID_ARGUMENT for null,
 * RCL_RET_CLIENT_INVALID for a handle of no client; the reason is in rcl_get_error_state().
 * Texts and profiles live as long as the handle. */

/** A handle of no client. */
RCL_PUBLIC rcl_client_t rcl_get_zero_initialized_client(void);
RCL_PUBLIC bool rcl_client_is_valid(const rcl_client_t * client);

/* Null for a handle of no client. */
RCL_PUBLIC const char * rcl_client_get_service_name(const rcl_client_t * client);
RCL_PUBLIC const rmw_qos_profile_t * rcl_client_request_publisher_get_actual_qos(
  const rcl_client_t * client);
RCL_PUBLIC const rmw_qos_profile_t * rcl_client_response_subscription_get_actual_qos(
  const rcl_client_t * client);

/** Sends a copy of the request. Its response is for rcl_take_response(): an executor that
 * serves the client drops it. RCL_RET_ERROR if too many requests are unanswered. */
RCL_PUBLIC rcl_ret_t rcl_send_request(
  const rcl_client_t * client, const void * ros_request, int64_t * sequence_number);
/** Never blocks: RCL_RET_CLIENT_TAKE_FAILED if there is no response. The header's number is
 * the one that rcl_send_request() gave. */
RCL_PUBLIC rcl_ret_t rcl_take_response(
  const rcl_client_t * client, rmw_request_id_t * request_header, void * ros_response);
/** With the times of the response; 0 where unknown. */
RCL_PUBLIC rcl_ret_t rcl_take_response_with_info(
  const rcl_client_t * client, rmw_service_info_t * request_header, void * ros_response);

/** Called for each response that comes, on any thread. Null ends it. */
RCL_PUBLIC rcl_ret_t rcl_client_set_on_new_response_callback(
  const rcl_client_t * client, rcl_event_callback_t callback, const void * user_data);
#ifdef __cplusplus
}
#endif
#endif /* RCL__CLIENT_H_ */
