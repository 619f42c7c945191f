/* What C code asks a clock, and simulated time for a ROS clock, by the handle that
 * rclcpp::Clock::get_clock_handle() gives or by a clock of one's own. In the library of rclcpp.
 *
 * Contract: any thread, while the clock lives; those that change the override may call jump
 * callbacks. RCL_RET_INVALID_ARGUMENT for null and for a clock that is none. */
#ifndef RCL__TIME_H_
#define RCL__TIME_H_

#include "rcl/allocator.h"
#include "rcl/types.h"
#include "rcutils/time.h"

#ifdef __cplusplus
extern "C" {
#endif
#define RANVIER_PUBLIC __attribute__((visibility("default")))
/** Fills in a clock; rcl_clock_fini() gives it back. The allocator is not used. */
RANVIER_PUBLIC rcl_ret_t rcl_clock_init(
  rcl_clock_type_t clock_type, rcl_clock_t * clock, rcl_allocator_t * allocator);
/** Of a clock that rcl_clock_init() made. One that rclcpp made is refused. */
RANVIER_PUBLIC rcl_ret_t rcl_clock_fini(rcl_clock_t * clock);
RANVIER_PUBLIC bool rcl_clock_valid(rcl_clock_t * clock);
/** Whether a time is above zero. */
RANVIER_PUBLIC bool rcl_clock_time_started(rcl_clock_t * clock);
RANVIER_PUBLIC rcl_ret_t rcl_clock_get_now(
  rcl_clock_t * clock, rcl_time_point_value_t * time_point_value);
/** These four are of ROS time alone: another clock is an invalid argument. */
RANVIER_PUBLIC rcl_ret_t rcl_enable_ros_time_override(rcl_clock_t * clock);
RANVIER_PUBLIC rcl_ret_t rcl_disable_ros_time_override(rcl_clock_t * clock);
RANVIER_PUBLIC rcl_ret_t rcl_is_enabled_ros_time_override(rcl_clock_t * clock, bool * is_enabled);
/** The time to report while the override is enabled, in ns. */
RANVIER_PUBLIC rcl_ret_t rcl_set_ros_time_override(
  rcl_clock_t * clock, rcl_time_point_value_t time_value);
#undef RANVIER_PUBLIC
#ifdef __cplusplus
}
#endif
#endif /* RCL__TIME_H_ */
