/* A program of micro-ROS: what it links is in the library. */
#include <lifecycle_msgs/srv/get_state.h>
#include <rclc/rclc.h>
#include <rclc_lifecycle/rclc_lifecycle.h>
#include <rclc_parameter/rclc_parameter.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/string.h>
#include <time.h>

#if defined(ESP_PLATFORM) && !defined(__unix__) /* its C library has a clock */
int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  now->tv_sec = 0;
  now->tv_nsec = 0;
  return 0;
}
#endif

int main(void) {
  static rclc_support_t support;
  static rcl_node_t node;
  static rcl_publisher_t publisher;
  static rclc_parameter_server_t parameters;
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rmw_uros_set_custom_transport(MICROROS_TRANSPORTS_FRAMING_MODE, NULL, NULL, NULL, NULL, NULL);
  return rclc_support_init(&support, 0, NULL, &allocator) == RCL_RET_OK &&
         rclc_node_init_default(&node, "n", "", &support) == RCL_RET_OK &&
         rclc_parameter_server_init_default(&parameters, &node) == RCL_RET_OK &&
         rclc_publisher_init_default(&publisher, &node,
                                     ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String),
                                     "/t") == RCL_RET_OK;
}
