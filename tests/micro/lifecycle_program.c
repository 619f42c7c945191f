/* A board with a managed node, as users of micro-ROS write it. usage: lifecycle_program <port>.
 * Its second configuration fails, and its second activation is an error. It runs until it is
 * killed. */
#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <rclc_lifecycle/rclc_lifecycle.h>
#include <rmw_microros/rmw_microros.h>

#include "board_program.h"

static int on_configure(void) {
  static int times;
  return ++times == 2 ? RCL_RET_ERROR : RCL_RET_OK;
}
static int on_activate(void) {
  static int times;
  return ++times == 2 ? lifecycle_msgs__msg__Transition__TRANSITION_CALLBACK_ERROR
                      : lifecycle_msgs__msg__Transition__TRANSITION_CALLBACK_SUCCESS;
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rclc_support_t support;
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  RCCHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw_options = rcl_init_options_get_rmw_init_options(&options);
  RCCHECK(rmw_uros_options_set_udp_address("127.0.0.1", argc > 1 ? argv[1] : "8888", rmw_options));
  RCCHECK(rmw_uros_options_set_client_key(0x11fe, rmw_options));
  RCCHECK(rclc_support_init_with_options(&support, 0, NULL, &options, &allocator));
  rcl_node_t node;
  RCCHECK(rclc_node_init_default(&node, "managed", "boards", &support));
  rcl_lifecycle_state_machine_t machine = rcl_lifecycle_get_zero_initialized_state_machine();
  rclc_lifecycle_node_t managed;
  RCCHECK(rclc_make_node_a_lifecycle_node(&managed, &node, &machine, &allocator, true));
  RCCHECK(rclc_lifecycle_register_on_configure(&managed, on_configure));
  RCCHECK(rclc_lifecycle_register_on_activate(&managed, on_activate));
  rclc_executor_t executor = rclc_executor_get_zero_initialized_executor();
  RCCHECK(rclc_executor_init(&executor, &support.context, 3, &allocator));
  rclc_lifecycle_service_context_t context = {&managed};
  RCCHECK(rclc_lifecycle_init_get_state_server(&context, &executor));
  RCCHECK(rclc_lifecycle_init_get_available_states_server(&context, &executor));
  RCCHECK(rclc_lifecycle_init_change_state_server(&context, &executor));
  RCCHECK(rclc_executor_spin(&executor));
  return 0;
}
