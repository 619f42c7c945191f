/* Wait sets by hand. What waits through rclcpp needs rclcpp::WaitSet. */
#ifndef RCL__WAIT_H_
#define RCL__WAIT_H_

#include "rcl/allocator.h"
#include "rcl/event.h"
#include "rcl/types.h"
#include "rcutils/logging_macros.h"

struct rcl_context_s;

#ifdef __cplusplus
extern "C" {
#endif
/* In the library of rclcpp. A wait set grows as needed: sizes are accepted for
 * compatibility. It must stay where it is between init and fini. One thread. */
#define RANVIER_PUBLIC __attribute__((visibility("default")))
RANVIER_PUBLIC rcl_wait_set_t rcl_get_zero_initialized_wait_set(void);
RANVIER_PUBLIC rcl_ret_t rcl_wait_set_init(
  rcl_wait_set_t * wait_set, size_t number_of_subscriptions, size_t number_of_guard_conditions,
  size_t number_of_timers, size_t number_of_clients, size_t number_of_services,
  size_t number_of_events, struct rcl_context_s * context, rcl_allocator_t allocator);
RANVIER_PUBLIC rcl_ret_t rcl_wait_set_fini(rcl_wait_set_t * wait_set);
RANVIER_PUBLIC rcl_ret_t rcl_wait_set_clear(rcl_wait_set_t * wait_set);
RANVIER_PUBLIC rcl_ret_t rcl_wait_set_resize(
  rcl_wait_set_t * wait_set, size_t subscriptions_size, size_t guard_conditions_size,
  size_t timers_size, size_t clients_size, size_t services_size, size_t events_size);
RANVIER_PUBLIC bool rcl_wait_set_is_valid(const rcl_wait_set_t * wait_set);
/** Blocks until something is ready or `timeout` (ns; negative: never) has passed;
 * what is not ready is null then. RCL_RET_TIMEOUT, RCL_RET_WAIT_SET_EMPTY. */
RANVIER_PUBLIC rcl_ret_t rcl_wait(rcl_wait_set_t * wait_set, int64_t timeout);
#undef RANVIER_PUBLIC
#ifdef __cplusplus
}
#endif
#endif /* RCL__WAIT_H_ */
