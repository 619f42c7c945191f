#include "publishing.h"

#include <rclc/rclc.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/int32.h>

void publish_for_ever(void) {
  static rclc_support_t support;
  static rcl_node_t node;
  static rcl_publisher_t publisher;
  std_msgs__msg__Int32 count = {0};
  rcl_allocator_t allocator = rcl_get_default_allocator();
  if (rclc_support_init(&support, 0, NULL, &allocator) != RCL_RET_OK ||
      rclc_node_init_default(&node, "counter", "", &support) != RCL_RET_OK ||
      rclc_publisher_init_default(&publisher, &node,
                                  ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32),
                                  "/count") != RCL_RET_OK) {
    return;
  }
  while (rcl_publish(&publisher, &count, NULL) == RCL_RET_OK) {
    ++count.data;
    for (int i = 0; i < 10; ++i) rmw_uros_ping_agent(10, 1);
  }
}
