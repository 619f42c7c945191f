/* A board with an action server and an action client, as users of micro-ROS write it. usage:
 * action_program <port>. It serves "/boards/fibonacci", sends goals to
 * "/host/fibonacci", tells "/report" what comes of them, and runs until it is killed. */
#include <example_interfaces/action/fibonacci.h>
#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/int32.h>
#include <std_msgs/msg/string.h>
#include <stdio.h>

#include "board_program.h"

enum { GOALS = 4, LONGEST = 40 };
typedef example_interfaces__action__Fibonacci_SendGoal_Request goal_request;
typedef example_interfaces__action__Fibonacci_FeedbackMessage feedback_message;
typedef example_interfaces__action__Fibonacci_GetResult_Response result_response;

/* A goal of the server that is being worked at. */
typedef struct work {
  rclc_action_goal_handle_t* goal; /* null: none */
  int32_t numbers[LONGEST];
  size_t done, order;
} work;

static rclc_action_server_t server;
static rclc_action_client_t client;
static goal_request requests[GOALS];
static work works[GOALS];
static rcl_publisher_t reports;
static rcl_subscription_t commands;
static std_msgs__msg__Int32 command;
static goal_request wanted[GOALS];
static rclc_action_goal_handle_t* sent[GOALS];
static feedback_message heard;
static result_response ended;
static int32_t heard_numbers[LONGEST], ended_numbers[LONGEST];

static rcl_ret_t on_goal(rclc_action_goal_handle_t* goal, void* context) {
  const int order = ((goal_request*)goal->ros_goal_request)->goal.order;
  work* free_one = context;
  while (free_one->goal != NULL) ++free_one; /* there is one for each handle */
  if (order < 1 || order > LONGEST) return RCL_RET_ACTION_GOAL_REJECTED;
  free_one->goal = goal;
  free_one->done = 0;
  free_one->order = (size_t)order;
  return RCL_RET_ACTION_GOAL_ACCEPTED;
}
/* A goal of 13 is never cancelled. */
static bool on_cancel(rclc_action_goal_handle_t* goal, void* context) {
  (void)context;
  return ((goal_request*)goal->ros_goal_request)->goal.order != 13;
}

static void end(work* of, rcl_action_goal_state_t state) {
  result_response response = {0};
  response.result.sequence.data = of->numbers;
  response.result.sequence.size = of->done;
  if (rclc_action_send_result(of->goal, state, &response) == RCL_RET_OK) of->goal = NULL;
}
/* One number more of each goal. A goal of 40 stays at its first one until it is cancelled. */
static void go_on(work* of) {
  if (of->goal->goal_cancelled) {
    end(of, GOAL_STATE_CANCELED);
    return;
  }
  if (of->done == of->order) {
    end(of, GOAL_STATE_SUCCEEDED);
    return;
  }
  if (of->order != LONGEST || of->done == 0) {
    const size_t at = of->done++;
    of->numbers[at] = at < 2 ? (int32_t)at : of->numbers[at - 1] + of->numbers[at - 2];
  }
  feedback_message message = {0};
  message.feedback.sequence.data = of->numbers;
  message.feedback.sequence.size = of->done;
  rclc_action_publish_feedback(of->goal, &message);
}
static void on_timer(rcl_timer_t* timer, int64_t since_last) {
  RCLC_UNUSED(timer);
  RCLC_UNUSED(since_last);
  for (int i = 0; i < GOALS; ++i) {
    if (works[i].goal != NULL) go_on(&works[i]);
  }
}

static void report(const char* what, const rclc_action_goal_handle_t* goal, int number) {
  char words[64];
  std_msgs__msg__String text = {{words, 0, sizeof(words)}};
  const int order = ((const goal_request*)goal->ros_goal_request)->goal.order;
  text.data.size = (size_t)snprintf(words, sizeof(words), "%d %s %d", order, what, number);
  rcl_publish(&reports, &text, NULL);
}
static void on_answer(rclc_action_goal_handle_t* goal, bool accepted, void* context) {
  (void)context;
  report("accepted", goal, accepted);
}
static void on_feedback(rclc_action_goal_handle_t* goal, void* feedback, void* context) {
  const feedback_message* message = feedback;
  (void)context;
  report("feedback", goal, message->feedback.sequence.data[message->feedback.sequence.size - 1]);
}
static void on_result(rclc_action_goal_handle_t* goal, void* response, void* context) {
  const result_response* message = response;
  (void)context;
  const size_t size = message->result.sequence.size;
  report(goal->status == GOAL_STATE_SUCCEEDED  ? "succeeded"
         : goal->status == GOAL_STATE_CANCELED ? "canceled"
                                               : "aborted",
         goal, size == 0 ? -1 : message->result.sequence.data[size - 1]);
  for (int i = 0; i < GOALS; ++i) {
    if (sent[i] == goal) sent[i] = NULL;
  }
}
static void on_cancelled(rclc_action_goal_handle_t* goal, bool cancelled, void* context) {
  (void)context;
  report("cancelled", goal, cancelled);
}

/* A number is the order of a goal to send; a negative one cancels the goal of that order. */
static void on_command(const void* message) {
  const int32_t number = ((const std_msgs__msg__Int32*)message)->data;
  for (int i = 0; i < GOALS; ++i) {
    if (number < 0 && sent[i] != NULL && wanted[i].goal.order == -number) {
      rclc_action_send_cancel_request(sent[i]);
    }
    if (number < 0 || sent[i] != NULL) continue;
    wanted[i].goal.order = number;
    rclc_action_send_goal_request(&client, &wanted[i], &sent[i]);
    return;
  }
}

static int spin(rclc_support_t* support, rcl_allocator_t* allocator, rcl_timer_t* timer) {
  rclc_executor_t executor = rclc_executor_get_zero_initialized_executor();
  RCCHECK(rclc_executor_init(&executor, &support->context, 4, allocator));
  RCCHECK(rclc_executor_add_action_server(&executor, &server, GOALS, requests, sizeof(requests[0]),
                                          on_goal, on_cancel, works));
  RCCHECK(rclc_executor_add_action_client(&executor, &client, GOALS, &ended, &heard, on_answer,
                                          on_feedback, on_result, on_cancelled, NULL));
  RCCHECK(rclc_executor_add_timer(&executor, timer));
  RCCHECK(rclc_executor_add_subscription(&executor, &commands, &command, on_command, ON_NEW_DATA));
  RCCHECK(rclc_executor_spin(&executor));
  return 0;
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rclc_support_t support;
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  RCCHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw_options = rcl_init_options_get_rmw_init_options(&options);
  RCCHECK(rmw_uros_options_set_udp_address("127.0.0.1", argc > 1 ? argv[1] : "8888", rmw_options));
  RCCHECK(rmw_uros_options_set_client_key(0xac7104, rmw_options));
  RCCHECK(rclc_support_init_with_options(&support, 0, NULL, &options, &allocator));
  rcl_node_t node;
  RCCHECK(rclc_node_init_default(&node, "actor", "boards", &support));
  const rosidl_action_type_support_t* type =
      ROSIDL_GET_ACTION_TYPE_SUPPORT(example_interfaces, Fibonacci);
  RCCHECK(rclc_action_server_init_default(&server, &node, &support, type, "fibonacci"));
  RCCHECK(rclc_action_client_init_default(&client, &node, type, "/host/fibonacci"));
  RCCHECK(rclc_publisher_init_default(
      &reports, &node, ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String), "/report"));
  RCCHECK(rclc_subscription_init_default(
      &commands, &node, ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "/command"));
  heard.feedback.sequence.data = heard_numbers;
  heard.feedback.sequence.capacity = LONGEST;
  ended.result.sequence.data = ended_numbers;
  ended.result.sequence.capacity = LONGEST;
  rcl_timer_t timer = rcl_get_zero_initialized_timer();
  RCCHECK(rclc_timer_init_default2(&timer, &support, RCL_MS_TO_NS(10), on_timer, true));
  return spin(&support, &allocator, &timer);
}
