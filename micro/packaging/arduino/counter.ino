// Publishes a number each 100 ms; the agent is at the other end of Serial.
#include <ranvier_micro_arduino.h>
#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <std_msgs/msg/int32.h>

static rclc_support_t support;
static rcl_node_t node;
static rcl_publisher_t publisher;
static rcl_timer_t timer;
static rclc_executor_t executor;
static std_msgs__msg__Int32 count;

static void on_timer(rcl_timer_t*, int64_t) {
  if (rcl_publish(&publisher, &count, NULL) == RCL_RET_OK) ++count.data;
}

void setup() {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  Serial.begin(115200);
  ranvier_micro_use(Serial);
  while (rclc_support_init(&support, 0, NULL, &allocator) != RCL_RET_OK) {
  }
  rclc_node_init_default(&node, "counter", "", &support);
  rclc_publisher_init_default(&publisher, &node,
                              ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "/count");
  rclc_timer_init_default(&timer, &support, RCL_MS_TO_NS(100), on_timer);
  rclc_executor_init(&executor, &support.context, 1, &allocator);
  rclc_executor_add_timer(&executor, &timer);
}

void loop() { rclc_executor_spin_some(&executor, RCL_MS_TO_NS(10)); }
