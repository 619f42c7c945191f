/* Publishes a sensor_msgs/Imu, a hundred times a second unless the parameter "rate" says
 * otherwise. The nanoseconds of its stamp are a number that counts up, so that who listens
 * knows what it has lost. */
#include <rclc/executor.h>
#include <rclc_parameter/rclc_parameter.h>
#include <rmw_microros/rmw_microros.h>
#include <sensor_msgs/msg/imu.h>

#include "machine.h"

static rcl_publisher_t publisher;
static rcl_node_t node;
static rclc_support_t support;
static rclc_executor_t executor;
static rcl_timer_t timer;
static rclc_parameter_server_t parameters;
static sensor_msgs__msg__Imu imu;

static void on_timer(rcl_timer_t* of, int64_t since) {
  RCLC_UNUSED(of);
  RCLC_UNUSED(since);
  if (rcl_publish(&publisher, &imu, NULL) == RCL_RET_OK) ++imu.header.stamp.nanosec;
}

static bool on_parameter(const Parameter* before, const Parameter* after, void* context) {
  int64_t period;
  RCLC_UNUSED(before);
  RCLC_UNUSED(context);
  const uint32_t ms = 1000u / (uint32_t)after->value.integer_value; /* its range is 1 to 100 */
  return rcl_timer_exchange_period(&timer, RCL_MS_TO_NS(ms), &period) == RCL_RET_OK;
}

int main(int argc, char** argv) {
  static char frame[] = "imu_link";
  rcl_allocator_t allocator = rcl_get_default_allocator();
  machine_connect(&support, 0x494d5531, argc, argv);
  imu.header.frame_id.data = frame;
  imu.header.frame_id.size = sizeof(frame) - 1;
  imu.header.frame_id.capacity = sizeof(frame);
  imu.orientation.w = 1;
  imu.linear_acceleration.z = 9.81;
  CHECK(rclc_node_init_default(&node, "imu", "boards", &support));
  CHECK(rclc_publisher_init_default(&publisher, &node,
                                    ROSIDL_GET_MSG_TYPE_SUPPORT(sensor_msgs, msg, Imu), "/imu"));
  /* What has no room now is sent with the next turn: others want room too. */
  rmw_uros_set_publisher_session_timeout(rcl_publisher_get_rmw_handle(&publisher), 0);
  CHECK(rclc_timer_init_default(&timer, &support, RCL_MS_TO_NS(10), on_timer));
  CHECK(rclc_parameter_server_init_default(&parameters, &node));
  CHECK(rclc_add_parameter(&parameters, "rate", RCLC_PARAMETER_INT));
  CHECK(rclc_parameter_set_int(&parameters, "rate", 100));
  CHECK(rclc_add_parameter_constraint_integer(&parameters, "rate", 1, 100, 1));
  CHECK(rclc_executor_init(&executor, &support.context, 1 + RCLC_EXECUTOR_PARAMETER_SERVER_HANDLES,
                           &allocator));
  CHECK(rclc_executor_add_timer(&executor, &timer));
  CHECK(rclc_executor_add_parameter_server(&executor, &parameters, on_parameter));
  CHECK(rclc_executor_spin(&executor));
  machine_end();
}
