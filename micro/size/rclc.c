/* The smallest usual micro-ROS program: a node, a publisher, a subscription, a timer and an
 * executor, for an int32. It ends when it has heard eight messages (micro/size/rclc); with the
 * graph, when it has seen its publisher there too. With MORE_PUBLISHERS or MORE_SUBSCRIPTIONS it
 * has so many more, for what one takes of the RAM. */
#include <rcl/graph.h>
#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/int32.h>
#include <time.h>

#include "../boards/mps2_an385/board.h"

static rcl_publisher_t publisher;
static rcl_subscription_t subscription;
static rcl_node_t node;
static rclc_support_t support;
static rclc_executor_t executor;
static rcl_timer_t timer;
static std_msgs__msg__Int32 sent, heard;
static int count;

#ifdef MORE_PUBLISHERS
static rcl_publisher_t publishers[MORE_PUBLISHERS];
#endif
#ifdef MORE_SUBSCRIPTIONS
static rcl_subscription_t subscriptions[MORE_SUBSCRIPTIONS];
#else
#define MORE_SUBSCRIPTIONS 0
#endif

int clock_gettime(clockid_t clock, struct timespec* now) {
  const uint32_t ms = board_platform.now_ms();
  (void)clock;
  now->tv_sec = ms / 1000;
  now->tv_nsec = (long)(ms % 1000) * 1000000;
  return 0;
}

static size_t write_line(struct uxrCustomTransport* transport, const uint8_t* from, size_t size,
                         uint8_t* error) {
  (void)transport;
  (void)error;
  board_uart.write(&board_uart, from, size);
  return size;
}
static size_t read_line(struct uxrCustomTransport* transport, uint8_t* to, size_t size,
                        int timeout_ms, uint8_t* error) {
  (void)transport;
  (void)error;
  return board_uart.read(&board_uart, to, size, timeout_ms);
}
static bool open_line(struct uxrCustomTransport* transport) {
  (void)transport;
  return board_uart.open(&board_uart);
}

static void on_timer(rcl_timer_t* of, int64_t since) {
  RCLC_UNUSED(of);
  RCLC_UNUSED(since);
  rcl_publish(&publisher, &sent, NULL);
  ++sent.data;
}
static void on_message(const void* message) {
  RCLC_UNUSED(message);
  ++count;
}

#define CHECK(call)                                                                                \
  if ((call) != RCL_RET_OK) board_exit(1)

static void add_more(void) {
#ifdef MORE_PUBLISHERS
  for (int i = 0; i < MORE_PUBLISHERS; ++i) {
    CHECK(rclc_publisher_init_default(&publishers[i], &node,
                                      ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "q"));
  }
#endif
#if MORE_SUBSCRIPTIONS
  for (int i = 0; i < MORE_SUBSCRIPTIONS; ++i) {
    CHECK(rclc_subscription_init_default(&subscriptions[i], &node,
                                         ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "p"));
    CHECK(rclc_executor_add_subscription(&executor, &subscriptions[i], &heard, on_message,
                                         ON_NEW_DATA));
  }
#endif
}

int main(void) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rmw_uros_set_custom_transport(MICROROS_TRANSPORTS_FRAMING_MODE, NULL, open_line, NULL, write_line,
                                read_line);
  CHECK(rclc_support_init(&support, 0, NULL, &allocator));
  CHECK(rclc_node_init_default(&node, "n", "", &support));
  CHECK(rclc_publisher_init_default(&publisher, &node,
                                    ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "p"));
  CHECK(rclc_subscription_init_default(&subscription, &node,
                                       ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "p"));
  CHECK(rclc_timer_init_default(&timer, &support, RCL_MS_TO_NS(50), on_timer));
  CHECK(rclc_executor_init(&executor, &support.context, 2 + MORE_SUBSCRIPTIONS, &allocator));
  CHECK(rclc_executor_add_timer(&executor, &timer));
  CHECK(rclc_executor_add_subscription(&executor, &subscription, &heard, on_message, ON_NEW_DATA));
  add_more();
  while (count < 8) rclc_executor_spin_some(&executor, RCL_MS_TO_NS(100));
#if XRCE_GRAPH_BYTES
  for (size_t seen = 0; seen != 1;) {
    rclc_executor_spin_some(&executor, RCL_MS_TO_NS(100));
    CHECK(rcl_count_publishers(&node, "/p", &seen));
  }
#endif
  rclc_support_fini(&support);
#ifdef REPORT_STACK
  board_print_number("stack", board_stack_used());
#endif
  board_exit(0);
}
