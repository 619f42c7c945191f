/* A board with parameters, as users of micro-ROS write it. usage: parameter_program <port>. It
 * publishes what its callback was shown, and runs until it is killed. */
#include <rclc/executor.h>
#include <rclc_parameter/rclc_parameter.h>
#include <rmw_microros/rmw_microros.h>

#include "board_program.h"

static rclc_parameter_server_t server;

/* Takes what is no rate of 13, and counts in "changes". */
static bool on_change(const Parameter* before, const Parameter* after, void* context) {
  int* changes = context;
  if (before == NULL || after == NULL) return true;
  if (after->value.type == RCLC_PARAMETER_INT && after->value.integer_value == 13) return false;
  ++*changes;
  return true;
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rclc_support_t support;
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  RCCHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw_options = rcl_init_options_get_rmw_init_options(&options);
  RCCHECK(rmw_uros_options_set_udp_address("127.0.0.1", argc > 1 ? argv[1] : "8888", rmw_options));
  RCCHECK(rmw_uros_options_set_client_key(0xfade, rmw_options));
  RCCHECK(rclc_support_init_with_options(&support, 0, NULL, &options, &allocator));
  rcl_node_t node;
  RCCHECK(rclc_node_init_default(&node, "tuned", "boards", &support));
  const rclc_parameter_options_t wanted = {true, 4, false, false};
  RCCHECK(rclc_parameter_server_init_with_option(&server, &node, &wanted));

  rclc_executor_t executor = rclc_executor_get_zero_initialized_executor();
  RCCHECK(rclc_executor_init(&executor, &support.context, RCLC_EXECUTOR_PARAMETER_SERVER_HANDLES,
                             &allocator));
  int changes = 0;
  RCCHECK(rclc_executor_add_parameter_server_with_context(&executor, &server, on_change, &changes));
  RCCHECK(rclc_add_parameter(&server, "rate", RCLC_PARAMETER_INT));
  RCCHECK(rclc_add_parameter(&server, "gain", RCLC_PARAMETER_DOUBLE));
  RCCHECK(rclc_add_parameter(&server, "on", RCLC_PARAMETER_BOOL));
  RCCHECK(rclc_add_parameter(&server, "changes", RCLC_PARAMETER_INT));
  RCCHECK(rclc_parameter_set_int(&server, "rate", 10));
  RCCHECK(rclc_parameter_set_double(&server, "gain", 0.5));
  RCCHECK(rclc_add_parameter_description(&server, "rate", "samples a second", "even"));
  RCCHECK(rclc_add_parameter_constraint_integer(&server, "rate", 1, 100, 1));
  RCCHECK(rclc_set_parameter_read_only(&server, "changes", true));
  if (rclc_add_parameter(&server, "fifth", RCLC_PARAMETER_INT) == RCL_RET_OK) return 2;
  if (rclc_parameter_set_int(&server, "gain", 1) != RCLC_PARAMETER_TYPE_MISMATCH) return 3;
  if (rclc_parameter_set_int(&server, "rate", 101) == RCL_RET_OK) return 4;
  for (;;) {
    RCCHECK(rclc_executor_spin_some(&executor, RCL_MS_TO_NS(20)));
    RCCHECK(rclc_parameter_set_int(&server, "changes", changes));
  }
}
