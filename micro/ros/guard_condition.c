/* Guard conditions of rcl. */
#include "rmw.h"

rcl_guard_condition_t rcl_get_zero_initialized_guard_condition(void) {
  const rcl_guard_condition_t none = {false};
  return none;
}
rcl_guard_condition_options_t rcl_guard_condition_get_default_options(void) {
  const rcl_guard_condition_options_t options = {rcl_get_default_allocator()};
  return options;
}
rcl_ret_t rcl_guard_condition_init(rcl_guard_condition_t* condition, rcl_context_t* context,
                                   rcl_guard_condition_options_t options) {
  (void)options;
  condition->triggered = false;
  if (rcl_context_is_valid(context)) return RCL_RET_OK;
  return micro_error(RCL_RET_NOT_INIT, "rclc_support_init() did not succeed");
}
rcl_ret_t rcl_guard_condition_fini(rcl_guard_condition_t* condition) {
  condition->triggered = false;
  return RCL_RET_OK;
}
rcl_ret_t rcl_trigger_guard_condition(rcl_guard_condition_t* condition) {
  condition->triggered = true;
  return RCL_RET_OK;
}
