/* Publishes arrays of bytes that it has nowhere as a whole, then one whose callbacks do not agree,
 * and tells what the error callback heard. usage: continuous_program <port of the agent>. It runs
 * until it is killed. */
#include <rcl/error_handling.h>
#include <rcl/rcl.h>
#include <rclc/rclc.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/multi_array_layout.h>
#include <std_msgs/msg/string.h>
#include <std_msgs/msg/u_int8_multi_array.h>
#include <stdio.h>

#include "board_program.h"

#include "ranvier_micro/ros/type.h"

enum { BYTES = 3000, PIECE = 100 };

static char heard[128] = "nothing";
static int errors;

static void on_error(rmw_uros_error_entity_type_t entity, rmw_uros_error_source_t source,
                     rmw_uros_error_context_t context, const char* file, int line) {
  (void)entity;
  (void)file;
  (void)line;
  ++errors;
  snprintf(heard, sizeof(heard), "%d %s", (int)source, context.description);
}

static void add_size(uint32_t* length) {
  *length += (uint32_t)ucdr_alignment(*length, sizeof(uint32_t)) + (uint32_t)sizeof(uint32_t);
  *length += BYTES;
}
static void add_less(uint32_t* length) {
  add_size(length);
  *length -= 1;
}
static void take_away(uint32_t* length) { *length = 1; }

static void serialize(ucdrBuffer* to) {
  uint8_t piece[PIECE];
  ucdr_serialize_uint32_t(to, BYTES);
  for (int at = 0; at < BYTES; at += PIECE) {
    for (int i = 0; i < PIECE; ++i) piece[i] = (uint8_t)((at + i) % 251);
    ucdr_serialize_array_uint8_t(to, piece, PIECE);
  }
}

int main(int argc, char** argv) {
  rcl_allocator_t allocator = rcl_get_default_allocator();
  rclc_support_t support;
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  RCCHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw_options = rcl_init_options_get_rmw_init_options(&options);
  RCCHECK(rmw_uros_options_set_udp_address("127.0.0.1", argc > 1 ? argv[1] : "8888", rmw_options));
  RCCHECK(rmw_uros_options_set_client_key(0xc047, rmw_options));
  while (rmw_uros_ping_agent(100, 1) != RMW_RET_OK) {}
  RCCHECK(rclc_support_init_with_options(&support, 0, NULL, &options, &allocator));
  rcl_node_t node;
  RCCHECK(rclc_node_init_default(&node, "continuous", "", &support));

  /* UInt8MultiArray without its data, as a board has it. */
  const micro_type* layout = ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, MultiArrayLayout)->data;
  const micro_member members[] = {
      {.offset = 0, .kind = MICRO_NESTED, .repeat = MICRO_ONE, .nested = layout}};
  const micro_type head = {"std_msgs::msg::dds_::UInt8MultiArray_", members,
                           sizeof(std_msgs__msg__MultiArrayLayout), 1};
  rosidl_message_type_support_t type =
      *ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, MultiArrayLayout);
  type.data = &head;
  rcl_publisher_t bytes, told;
  RCCHECK(rclc_publisher_init_default(&bytes, &node, &type, "/bytes"));
  RCCHECK(rclc_publisher_init_default(&told, &node,
                                      ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String), "/told"));
  rmw_publisher_t* rmw = rcl_publisher_get_rmw_handle(&bytes);
  std_msgs__msg__MultiArrayLayout message = {.data_offset = 7};
  std_msgs__msg__String text = {.data = {.data = heard}};
  rmw_uros_set_error_handling_callback(on_error);
  for (unsigned round = 0;; ++round) {
    const bool shrinks = round % 3 == 2;
    rmw_uros_set_continous_serialization_callbacks(rmw, add_size, serialize);
    const rcl_ret_t whole = rcl_publish(&bytes, &message, NULL);
    const int before = errors;
    rmw_uros_set_continous_serialization_callbacks(rmw, shrinks ? take_away : add_less, serialize);
    const rcl_ret_t broken = rcl_publish(&bytes, &message, NULL);
    char words[256];
    text.data.data = words;
    text.data.size = (size_t)snprintf(words, sizeof(words), "%d %d %d %s", (int)whole, (int)broken,
                                      errors - before, heard);
    RCCHECK(rcl_publish(&told, &text, NULL));
    rclc_sleep_ms(10);
  }
}
