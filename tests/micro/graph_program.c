/* A board that looks at the graph. usage: graph_program <port> <key, in hex> <node>. It publishes
 * what it sees of the namespace /watched on /<node>/sees, again and again, until it is killed. */
#include <example_interfaces/srv/add_two_ints.h>
#include <rcl/graph.h>
#include <rclc/executor.h>
#include <rclc/rclc.h>
#include <rmw_microros/rmw_microros.h>
#include <std_msgs/msg/string.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_program.h"

static rcl_node_t node;
static rcl_publisher_t sees, chatter;
static rcl_client_t client;
static rcl_allocator_t allocator;
static char text[1500];
static size_t size;
static int changes;

static void say(const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int more = vsnprintf(text + size, sizeof(text) - size, format, values);
  va_end(values);
  size = more < 0 || size + (size_t)more >= sizeof(text) ? sizeof(text) - 1 : size + (size_t)more;
}
/* Whether a call went well; if not, what it says. */
static bool good(rcl_ret_t ret) {
  if (ret == RCL_RET_OK) return true;
  say("error %d %s;", (int)ret, rcl_get_error_string().str);
  return false;
}
static bool is_watched(const char* name) { return strncmp(name, "/watched", 8) == 0; }

static void say_nodes(void) {
  rcutils_string_array_t names = rcutils_get_zero_initialized_string_array();
  rcutils_string_array_t spaces = rcutils_get_zero_initialized_string_array();
  if (!good(rcl_get_node_names(&node, allocator, &names, &spaces))) return;
  for (size_t i = 0; i < names.size; ++i) {
    if (is_watched(spaces.data[i])) say("node %s/%s;", spaces.data[i], names.data[i]);
  }
  rcutils_string_array_fini(&names);
  rcutils_string_array_fini(&spaces);
}

static void say_names(const char* what, rcl_ret_t ret, rcl_names_and_types_t* of) {
  if (!good(ret)) return;
  for (size_t i = 0; i < of->names.size; ++i) {
    if (!is_watched(of->names.data[i])) continue;
    say("%s %s", what, of->names.data[i]);
    for (size_t k = 0; k < of->types[i].size; ++k) say(" %s", of->types[i].data[k]);
    say(";");
  }
  good(rcl_names_and_types_fini(of));
}

static void say_counts(void) {
  size_t publishers, subscribers, here;
  bool available;
  if (!good(rcl_count_publishers(&node, "/watched/chatter", &publishers)) ||
      !good(rcl_count_subscribers(&node, "/watched/chatter", &subscribers)) ||
      !good(rcl_publisher_get_subscription_count(&chatter, &here)) ||
      !good(rcl_service_server_is_available(&node, &client, &available))) {
    return;
  }
  say("counts %d %d %d;available %d;", (int)publishers, (int)subscribers, (int)here, available);
}

/* Of the node /watched/talker. */
static void say_talker(void) {
  const char *name = "talker", *space = "/watched";
  rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
  const rcl_ret_t ret =
      rcl_get_publisher_names_and_types_by_node(&node, &allocator, false, name, space, &of);
  if (ret == RCL_RET_NODE_NAME_NON_EXISTENT) return say("no talker;");
  say_names("publishes", ret, &of);
  say_names("subscribes",
            rcl_get_subscriber_names_and_types_by_node(&node, &allocator, false, name, space, &of),
            &of);
  say_names("serves", rcl_get_service_names_and_types_by_node(&node, &allocator, name, space, &of),
            &of);
  say_names("asks", rcl_get_client_names_and_types_by_node(&node, &allocator, name, space, &of),
            &of);
}

static void on_timer(rcl_timer_t* timer, int64_t since) {
  rcl_names_and_types_t of = rcl_get_zero_initialized_names_and_types();
  RCLC_UNUSED(timer);
  RCLC_UNUSED(since);
  size = 0;
  say_nodes();
  say_names("topic", rcl_get_topic_names_and_types(&node, &allocator, false, &of), &of);
  say_names("service", rcl_get_service_names_and_types(&node, &allocator, &of), &of);
  say_counts();
  say_talker();
  say("changes %d;", changes);
  const std_msgs__msg__String message = {{text, size, sizeof(text)}};
  rcl_publish(&sees, &message, NULL);
}
static void on_change(void) { ++changes; }

static int run(rclc_support_t* support) {
  const rosidl_message_type_support_t* string = ROSIDL_GET_MSG_TYPE_SUPPORT(std_msgs, msg, String);
  RCCHECK(rclc_publisher_init_default(&sees, &node, string, "~/sees"));
  RCCHECK(rclc_publisher_init_default(&chatter, &node, string, "/watched/chatter"));
  RCCHECK(rclc_client_init_default(&client, &node,
                                   ROSIDL_GET_SRV_TYPE_SUPPORT(example_interfaces, srv, AddTwoInts),
                                   "/watched/add"));
  rcl_timer_t timer;
  RCCHECK(rclc_timer_init_default2(&timer, support, RCL_MS_TO_NS(50), on_timer, true));
  rclc_executor_t executor = rclc_executor_get_zero_initialized_executor();
  RCCHECK(rclc_executor_init(&executor, &support->context, 2, &allocator));
  RCCHECK(rclc_executor_add_timer(&executor, &timer));
  RCCHECK(rclc_executor_add_guard_condition(
      &executor, (rcl_guard_condition_t*)(uintptr_t)rcl_node_get_graph_guard_condition(&node),
      on_change));
  RCCHECK(rclc_executor_spin(&executor));
  return 0;
}

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  allocator = rcl_get_default_allocator();
  rclc_support_t support;
  rcl_init_options_t options = rcl_get_zero_initialized_init_options();
  RCCHECK(rcl_init_options_init(&options, allocator));
  rmw_init_options_t* rmw_options = rcl_init_options_get_rmw_init_options(&options);
  RCCHECK(rmw_uros_options_set_udp_address("127.0.0.1", argv[1], rmw_options));
  RCCHECK(rmw_uros_options_set_client_key((uint32_t)strtoul(argv[2], NULL, 16), rmw_options));
  RCCHECK(rclc_support_init_with_options(&support, 0, NULL, &options, &allocator));
  /* The node that reads the graph goes: another one does then. */
  rcl_node_t first;
  RCCHECK(rclc_node_init_default(&first, "first", argv[3], &support));
  RCCHECK(rclc_node_init_default(&node, argv[3], "", &support));
  RCCHECK(rcl_node_fini(&first));
  return run(&support);
}
