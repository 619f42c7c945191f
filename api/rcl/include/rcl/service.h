/* A service by the handle that rclcpp gives out (get_service_handle()). */
#ifndef RCL__SERVICE_H_
#define RCL__SERVICE_H_

#include "rcl/event_callback.h"
#include "rcl/types.h"
#include "rcl/visibility_control.h"

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. Threads: any. RCL_RET_INVALID_ARGUMENT for null,
 * RCL_RET_SERVICE_INVALID for a handle of no service; the reason is in rcl_get_error_state().
 * Texts and profiles live as long as the handle. */

/** A handle of no service. */
RCL_PUBLIC rcl_service_t rcl_get_zero_initialized_service(void);
RCL_PUBLIC bool rcl_service_is_valid(const rcl_service_t * service);

/* Null for a handle of no service. */
RCL_PUBLIC const char * rcl_service_get_service_name(const rcl_service_t * service);
RCL_PUBLIC const rmw_qos_profile_t * rcl_service_request_subscription_get_actual_qos(
  const rcl_service_t * service);
RCL_PUBLIC const rmw_qos_profile_t * rcl_service_response_publisher_get_actual_qos(
  const rcl_service_t * service);

/** Never blocks: RCL_RET_SERVICE_TAKE_FAILED if there is no request, or an executor took it. */
RCL_PUBLIC rcl_ret_t rcl_take_request(
  const rcl_service_t * service, rmw_request_id_t * request_header, void * ros_request);
/** With the times of the request; 0 where unknown. */
RCL_PUBLIC rcl_ret_t rcl_take_request_with_info(
  const rcl_service_t * service, rmw_service_info_t * request_header, void * ros_request);
/** Sends a copy of the response to whom the header of a request names. */
RCL_PUBLIC rcl_ret_t rcl_send_response(
  const rcl_service_t * service, rmw_request_id_t * response_header, void * ros_response);

/** Called for each request that comes, on any thread. Null ends it. */
RCL_PUBLIC rcl_ret_t rcl_service_set_on_new_request_callback(
  const rcl_service_t * service, rcl_event_callback_t callback, const void * user_data);
#ifdef __cplusplus
}
#endif
#endif /* RCL__SERVICE_H_ */
