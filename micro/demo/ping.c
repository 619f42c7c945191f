/* Sends numbers to another board and takes them back: up to 50 a second, PING_COUNT of them from
 * the moment at which both know each other. It tells what was lost and how long a round took. */
#include <rclc/executor.h>
#include <std_msgs/msg/int32.h>

#include "machine.h"

#ifndef PING_COUNT
#define PING_COUNT 500
#endif
/* No more are under way than every queue on the way has room for: each then must come back. */
enum {
  PERIOD_MS = 20,
  GREETING_PERIODS = 5,
  GRACE_MS = 30000 /* without one that comes back */,
  MOST_UNDER_WAY = 8
};

static rcl_publisher_t publisher;
static rcl_subscription_t subscription;
static rcl_node_t node;
static rclc_support_t support;
static rclc_executor_t executor;
static rcl_timer_t timer;
static std_msgs__msg__Int32 sent, back;
static uint32_t sent_at[PING_COUNT], took[PING_COUNT];
static int32_t came, refused;
/* Numbers that were sent to try the way, down from -1: the last one, and the last that came back. */
static int32_t greeted, greeted_back;
static int32_t periods;

static void on_timer(rcl_timer_t* of, int64_t since) {
  RCLC_UNUSED(of);
  RCLC_UNUSED(since);
  if (greeted_back == 0) {
    const std_msgs__msg__Int32 greeting = {greeted - 1};
    if (periods++ % GREETING_PERIODS != 0) return;
    if (rcl_publish(&publisher, &greeting, NULL) == RCL_RET_OK) --greeted;
    return;
  }
  if (greeted_back != greeted) return; /* the last one comes back: no queue overwrites it */
  if (sent.data == PING_COUNT) return;
  if (sent.data - refused - came >= MOST_UNDER_WAY) return;
  sent_at[sent.data] = machine_us();
  if (rcl_publish(&publisher, &sent, NULL) != RCL_RET_OK) ++refused;
  ++sent.data;
}

static void on_message(const void* message) {
  const int32_t number = ((const std_msgs__msg__Int32*)message)->data;
  if (number < greeted_back) greeted_back = number;
  if (number < 0 || number >= sent.data) return;
  took[came++] = machine_us() - sent_at[number];
}

static void sort(uint32_t* numbers, int32_t count) {
  for (int32_t i = 1; i < count; ++i) {
    const uint32_t number = numbers[i];
    int32_t at = i;
    for (; at > 0 && numbers[at - 1] > number; --at) numbers[at] = numbers[at - 1];
    numbers[at] = number;
  }
}

static void tell(void) {
  machine_tell("sent", (uint32_t)sent.data);
  machine_tell("refused", (uint32_t)refused);
  machine_tell("lost", (uint32_t)(sent.data - refused - came));
  if (came == 0) return;
  sort(took, came);
  machine_tell("p50", took[came / 2]);
  machine_tell("p90", took[came * 9 / 10]);
  machine_tell("p99", took[came * 99 / 100]);
  machine_tell("max", took[came - 1]);
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  machine_connect(&support, 0x50494e47, argc, argv);
  CHECK(rclc_node_init_default(&node, "ping", "boards", &support));
  CHECK(rclc_publisher_init_default(&publisher, &node,
                                    ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "/ping"));
  CHECK(rclc_subscription_init_default(&subscription, &node,
                                       ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32), "/pong"));
  CHECK(rclc_timer_init_default(&timer, &support, RCL_MS_TO_NS(PERIOD_MS), on_timer));
  CHECK(rclc_executor_init(&executor, &support.context, 2, &allocator));
  CHECK(rclc_executor_add_timer(&executor, &timer));
  CHECK(rclc_executor_add_subscription(&executor, &subscription, &back, on_message, ON_NEW_DATA));
  while (sent.data < PING_COUNT) CHECK(rclc_executor_spin_some(&executor, RCL_MS_TO_NS(PERIOD_MS)));
  uint32_t last = machine_us();
  while (came + refused < PING_COUNT && machine_us() - last < GRACE_MS * 1000u) {
    const int32_t before = came;
    CHECK(rclc_executor_spin_some(&executor, RCL_MS_TO_NS(PERIOD_MS)));
    if (came != before) last = machine_us();
  }
  tell();
  CHECK(rclc_support_fini(&support));
  machine_end();
}
