/* Sends back what comes: to the board that plays ping, and to the host. Where it runs is in
 * the names: PONG_NAME "qemu" gives the topics /qemu_ping and /qemu_pong. A build that has
 * another name than that is for the host alone. */
#include <rclc/executor.h>
#include <std_msgs/msg/int32.h>

#include "machine.h"

#ifdef PONG_NAME
enum { FOR_BOARD = 0 };
#else
#define PONG_NAME "qemu"
enum { FOR_BOARD = 1 };
#endif

static rcl_publisher_t to_board, to_host;
static rcl_subscription_t of_board, of_host;
static rcl_node_t node;
static rclc_support_t support;
static rclc_executor_t executor;
static std_msgs__msg__Int32 board_number, host_number;

static void on_message(const void* message, void* publisher) {
  rcl_publish((const rcl_publisher_t*)publisher, message, NULL);
}

static void echo(rcl_subscription_t* in, const char* ping, rcl_publisher_t* out, const char* pong,
                 std_msgs__msg__Int32* number) {
  CHECK(rclc_publisher_init_default(out, &node, ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32),
                                    pong));
  CHECK(rclc_subscription_init_default(in, &node, ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, Int32),
                                       ping));
  CHECK(rclc_executor_add_subscription_with_context(&executor, in, number, on_message, out,
                                                    ON_NEW_DATA));
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  machine_connect(&support, 0x504f4e47, argc, argv);
  CHECK(rclc_node_init_default(&node, PONG_NAME "_pong", "boards", &support));
  CHECK(rclc_executor_init(&executor, &support.context, 2, &allocator));
  if (FOR_BOARD) echo(&of_board, "/ping", &to_board, "/pong", &board_number);
  echo(&of_host, "/" PONG_NAME "_ping", &to_host, "/" PONG_NAME "_pong", &host_number);
  CHECK(rclc_executor_spin(&executor));
  machine_end();
}
