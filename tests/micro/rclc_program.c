/* A program as users of micro-ROS write it: a timer that publishes, an echo, a service and a
 * client. usage: rclc_program <port of the agent>. It runs until it is killed. */
#include <example_interfaces/srv/add_two_ints.h>
#include <rcl/error_handling.h>
#include <rcl/rcl.h>
#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/int32.h>
#include <std_msgs/msg/string.h>

#include "board_program.h"

static rcl_publisher_t count_publisher, echo_publisher;
static rcl_subscription_t subscription;
static rcl_service_t service;
static rcl_client_t client;
static rcl_guard_condition_t guard;
static std_msgs__msg__Int32 count;
static std_msgs__msg__String text;
static char text_memory[256];
static example_interfaces__srv__AddTwoInts_Request request, asked;
static example_interfaces__srv__AddTwoInts_Response response, answer;

static void on_timer(rcl_timer_t* timer, int64_t since_last) {
  RCLC_UNUSED(since_last);
  if (timer == NULL) return;
  rcl_publish(&count_publisher, &count, NULL);
  count.data++;
  asked.a = count.data;
  asked.b = 1000;
  int64_t sequence;
  if (count.data % 10 == 0) rcl_send_request(&client, &asked, &sequence);
}

static void on_text(const void* message) { rcl_publish(&echo_publisher, message, NULL); }

/* Told by the service, which leaves the work to the guard condition. */
static void on_guard(void) {
  static std_msgs__msg__String told;
  char words[] = "guarded";
  told.data.data = words;
  told.data.size = sizeof(words) - 1;
  rcl_publish(&echo_publisher, &told, NULL);
}

static void on_request(const void* in, void* out) {
  const example_interfaces__srv__AddTwoInts_Request* numbers = in;
  ((example_interfaces__srv__AddTwoInts_Response*)out)->sum = numbers->a + numbers->b;
  rcl_trigger_guard_condition(&guard);
}

/* What the host answered goes into the numbers that are published. */
static void on_answer(const void* message) {
  const example_interfaces__srv__AddTwoInts_Response* sum = message;
  if (sum->sum > count.data) count.data = (int32_t)sum->sum;
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rclc_support_t support;
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  RCCHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw_options = rcl_init_options_get_rmw_init_options(&options);
  RCCHECK(rmw_uros_options_set_udp_address("127.0.0.1", argc > 1 ? argv[1] : "8888", rmw_options));
  RCCHECK(rmw_uros_options_set_client_key(0xdecade, rmw_options));
  while (rmw_uros_ping_agent(100, 1) != RMW_RET_OK) {}
  RCCHECK(rclc_support_init_with_options(&support, 0, NULL, &options, &allocator));

  rcl_node_t node;
  RCCHECK(rclc_node_init_default(&node, "rclc_node", "some/space", &support));
  RCCHECK(rclc_publisher_init_default(&count_publisher, &node,
                                      ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "count"));
  RCCHECK(rclc_publisher_init_default(
      &echo_publisher, &node, ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String), "/echo_out"));
  RCCHECK(rclc_subscription_init_default(
      &subscription, &node, ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String), "/echo_in"));
  RCCHECK(rclc_service_init_default(
      &service, &node, ROSIDL_GET_SRV_TYPE_SUPPORT(example_interfaces, srv, AddTwoInts), "/add"));
  RCCHECK(rclc_client_init_default(&client, &node,
                                   ROSIDL_GET_SRV_TYPE_SUPPORT(example_interfaces, srv, AddTwoInts),
                                   "/host_adds"));
  rcl_timer_t timer = rcl_get_zero_initialized_timer();
  RCCHECK(rclc_timer_init_default(&timer, &support, RCL_MS_TO_NS(20), on_timer));

  text.data.data = text_memory;
  text.data.capacity = sizeof(text_memory);
  rclc_executor_t executor = rclc_executor_get_zero_initialized_executor();
  guard = rcl_get_zero_initialized_guard_condition();
  RCCHECK(rcl_guard_condition_init(&guard, &support.context,
                                   rcl_guard_condition_get_default_options()));
  RCCHECK(rclc_executor_init(&executor, &support.context, 5, &allocator));
  RCCHECK(rclc_executor_add_guard_condition(&executor, &guard, on_guard));
  RCCHECK(rclc_executor_add_timer(&executor, &timer));
  RCCHECK(rclc_executor_add_subscription(&executor, &subscription, &text, &on_text, ON_NEW_DATA));
  RCCHECK(rclc_executor_add_service(&executor, &service, &request, &response, &on_request));
  RCCHECK(rclc_executor_add_client(&executor, &client, &answer, &on_answer));
  RCCHECK(rclc_executor_spin(&executor));
  return 0;
}
