/* The same as rclc_program, on rcl alone: a program that waits in a wait set and takes by hand.
 * usage: wait_program <port of the agent>. It runs until it is killed. */
#include <example_interfaces/srv/add_two_ints.h>
#include <micro_ros_utilities/type_utilities.h>
#include <rcl/error_handling.h>
#include <rcl/rcl.h>
#include <rcl/wait.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/int32.h>
#include <std_msgs/msg/string.h>

#include "board_program.h"

static rcl_publisher_t count_publisher, echo_publisher;
static rcl_subscription_t subscription;
static rcl_service_t service;
static rcl_client_t client;
static rcl_guard_condition_t guard;
static rcl_timer_t timer;
static std_msgs__msg__Int32 count;
static std_msgs__msg__String text;

static void on_timer(rcl_timer_t* of, int64_t since_last) {
  (void)of;
  (void)since_last;
  rcl_publish(&count_publisher, &count, NULL);
  count.data++;
  const example_interfaces__srv__AddTwoInts_Request asked = {count.data, 1000};
  int64_t sequence;
  if (count.data % 10 == 0) rcl_send_request(&client, &asked, &sequence);
}

static void serve(void) {
  rmw_request_id_t id;
  example_interfaces__srv__AddTwoInts_Request request;
  example_interfaces__srv__AddTwoInts_Response response;
  if (rcl_take_request(&service, &id, &request) != RCL_RET_OK) return;
  response.sum = request.a + request.b;
  rcl_send_response(&service, &id, &response);
  rcl_trigger_guard_condition(&guard);
}

static void hear_answer(void) {
  rmw_request_id_t id;
  example_interfaces__srv__AddTwoInts_Response answer;
  if (rcl_take_response(&client, &id, &answer) != RCL_RET_OK || id.sequence_number == 0) return;
  if (answer.sum > count.data) count.data = (int32_t)answer.sum;
}

static void tell_guard(void) {
  std_msgs__msg__String told = {{"guarded", 7, 8}};
  rcl_publish(&echo_publisher, &told, NULL);
}

static int spin(rcl_wait_set_t* set) {
  for (;;) {
    RCCHECK(rcl_wait_set_clear(set));
    RCCHECK(rcl_wait_set_add_subscription(set, &subscription, NULL));
    RCCHECK(rcl_wait_set_add_guard_condition(set, &guard, NULL));
    RCCHECK(rcl_wait_set_add_timer(set, &timer, NULL));
    RCCHECK(rcl_wait_set_add_client(set, &client, NULL));
    RCCHECK(rcl_wait_set_add_service(set, &service, NULL));
    if (rcl_wait_set_add_timer(set, &timer, NULL) != RCL_RET_WAIT_SET_FULL) return 2;
    if (rcl_wait(set, RCL_S_TO_NS(1)) != RCL_RET_OK) return 3; /* the timer is ready before */
    if (set->timers[0] != NULL) rcl_timer_call(&timer);
    if (set->services[0] != NULL) serve();
    if (set->clients[0] != NULL) hear_answer();
    if (set->guard_conditions[0] != NULL) tell_guard();
    if (set->subscriptions[0] == NULL) continue;
    if (rcl_take(&subscription, &text, NULL, NULL) == RCL_RET_OK) {
      rcl_publish(&echo_publisher, &text, NULL);
    }
  }
}

static int open_all(rcl_context_t* context, rcl_node_t* node) {
  const rcl_node_options_t options = rcl_node_get_default_options();
  RCCHECK(rcl_node_init(node, "wait_node", "some/space", context, &options));
  const rcl_publisher_options_t writes = rcl_publisher_get_default_options();
  const rcl_subscription_options_t reads = rcl_subscription_get_default_options();
  const rcl_service_options_t serves = rcl_service_get_default_options();
  const rcl_client_options_t asks = rcl_client_get_default_options();
  const rosidl_message_type_support_t* string = ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String);
  const rosidl_service_type_support_t* add =
      ROSIDL_GET_SRV_TYPE_SUPPORT(example_interfaces, srv, AddTwoInts);
  RCCHECK(rcl_publisher_init(&count_publisher, node,
                             ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "count", &writes));
  RCCHECK(rcl_publisher_init(&echo_publisher, node, string, "/echo_out", &writes));
  RCCHECK(rcl_subscription_init(&subscription, node, string, "/echo_in", &reads));
  RCCHECK(rcl_service_init(&service, node, add, "/add", &serves));
  RCCHECK(rcl_client_init(&client, node, add, "/host_adds", &asks));
  const micro_ros_utilities_memory_conf_t memory = {.max_string_capacity = 256};
  return micro_ros_utilities_create_message_memory(string, &text, memory) ? 0 : 4;
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  RCCHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw_options = rcl_init_options_get_rmw_init_options(&options);
  RCCHECK(rmw_uros_options_set_udp_address("127.0.0.1", argc > 1 ? argv[1] : "8888", rmw_options));
  RCCHECK(rmw_uros_options_set_client_key(0x3a17, rmw_options));
  rcl_context_t context = rcl_get_zero_initialized_context();
  RCCHECK(rcl_init(0, NULL, &options, &context));
  rcl_node_t node;
  const int opened = open_all(&context, &node);
  if (opened != 0) return opened;
  rcl_clock_t clock;
  RCCHECK(rcl_clock_init(RCL_STEADY_TIME, &clock, &allocator));
  RCCHECK(rcl_timer_init2(&timer, &clock, &context, RCL_MS_TO_NS(20), on_timer, allocator, true));
  RCCHECK(rcl_guard_condition_init(&guard, &context, rcl_guard_condition_get_default_options()));
  rcl_wait_set_t set = rcl_get_zero_initialized_wait_set();
  RCCHECK(rcl_wait_set_init(&set, 1, 1, 1, 1, 1, 0, &context, allocator));
  return spin(&set);
}
