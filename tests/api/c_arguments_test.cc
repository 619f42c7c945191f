// What the C functions say to null: a code and a text, or "no", and never a crash.
#include <gtest/gtest.h>

#include <functional>
#include <rosgraph_msgs/msg/clock.hpp>
#include <vector>

#include "rcl/client.h"
#include "rcl/domain_id.h"
#include "rcl/error_handling.h"
#include "rcl/event.h"
#include "rcl/graph.h"
#include "rcl/node.h"
#include "rcl/publisher.h"
#include "rcl/service.h"
#include "rcl/subscription.h"
#include "rcl/timer.h"
#include "rcl/wait.h"
#include "rcl_yaml_param_parser/parser.h"
#include "rcutils/cmdline_parser.h"
#include "rcutils/env.h"
#include "rcutils/filesystem.h"
#include "rcutils/find.h"
#include "rcutils/format_string.h"
#include "rcutils/logging.h"
#include "rcutils/process.h"
#include "rcutils/qsort.h"
#include "rcutils/repl_str.h"
#include "rcutils/sha256.h"
#include "rcutils/shared_library.h"
#include "rcutils/snprintf.h"
#include "rcutils/split.h"
#include "rcutils/strcasecmp.h"
#include "rcutils/strdup.h"
#include "rcutils/strerror.h"
#include "rcutils/time.h"
#include "rcutils/types/array_list.h"
#include "rcutils/types/char_array.h"
#include "rcutils/types/hash_map.h"
#include "rcutils/types/string_array.h"
#include "rcutils/types/string_map.h"
#include "rcutils/types/uint8_array.h"
#include "rmw/event.h"
#include "rmw/names_and_types.h"
#include "rmw/rmw.h"
#include "rmw/topic_endpoint_info_array.h"
#include "rmw/validate_full_topic_name.h"
#include "rosidl_runtime_c/string_functions.h"
#include "rosidl_runtime_c/u16string_functions.h"
#include "running.hpp"

namespace {

struct Code {
  int expected;
  const char* call;
  std::function<int()> make;
};
struct No {
  const char* call;
  std::function<bool()> make;
};

// In each call null stands where an object should, once for each argument that needs one.
#define CODE(expected, call) {expected, #call, [&]() -> int { return call; }}
#define INVALID(call) CODE(RCL_RET_INVALID_ARGUMENT, call)
#define NO(call) {#call, [&]() -> bool { return call; }}

void expect(const std::vector<Code>& calls) {
  for (const Code& one : calls) {
    rcutils_reset_error();
    EXPECT_EQ(one.make(), one.expected) << one.call;
    EXPECT_TRUE(rcutils_error_is_set()) << one.call << " gives no text";
  }
  rcutils_reset_error();
}
void expect(const std::vector<No>& calls) {
  for (const No& one : calls) EXPECT_FALSE(one.make()) << one.call;
  rcutils_reset_error();
}

int compare(const void*, const void*) { return 0; }

class CArguments : public Running {
 protected:
  rcutils_allocator_t heap_ = rcutils_get_default_allocator();
  const rcutils_allocator_t no_heap_ = rcutils_get_zero_initialized_allocator();
  size_t size_ = 0;
  int64_t number_ = 0;
  bool flag_ = false;
  char text_[8] = "";
  rcutils_string_array_t texts_ = rcutils_get_zero_initialized_string_array();
};

TEST_F(CArguments, OfNodesAndTheGraphAreNotNull) {
  init();
  const auto node_of_cpp = node("own");
  const auto base = node_of_cpp->get_node_base_interface();
  const rcl_node_t* const node = base->get_rcl_node_handle();
  const rcl_node_t zero = rcl_get_zero_initialized_node();
  const auto client = node_of_cpp->create_client<rcl_interfaces::srv::ListParameters>("s");
  const rcl_client_t* const client_of_c = client->get_client_handle().get();
  rcl_names_and_types_t names = rcl_get_zero_initialized_names_and_types();
  auto infos = rcl_get_zero_initialized_topic_endpoint_info_array();
  rcutils_string_array_t more = rcutils_get_zero_initialized_string_array();
  char* name = nullptr;
  for (const rcl_node_t* const none : {static_cast<const rcl_node_t*>(nullptr), &zero}) {
    constexpr int kNone = RCL_RET_NODE_INVALID;
    expect({
        CODE(kNone, rcl_node_get_domain_id(none, &size_)),
        CODE(kNone, rcl_get_topic_names_and_types(none, &heap_, false, &names)),
        CODE(kNone, rcl_get_service_names_and_types(none, &heap_, &names)),
        CODE(kNone, rcl_get_publisher_names_and_types_by_node(none, &heap_, false, "own", "/",
                                                              &names)),
        CODE(kNone, rcl_get_subscriber_names_and_types_by_node(none, &heap_, false, "own", "/",
                                                               &names)),
        CODE(kNone, rcl_get_service_names_and_types_by_node(none, &heap_, "own", "/", &names)),
        CODE(kNone, rcl_get_client_names_and_types_by_node(none, &heap_, "own", "/", &names)),
        CODE(kNone, rcl_get_node_names(none, heap_, &texts_, &more)),
        CODE(kNone, rcl_count_publishers(none, "/a", &size_)),
        CODE(kNone, rcl_count_subscribers(none, "/a", &size_)),
        CODE(kNone, rcl_count_clients(none, "/a", &size_)),
        CODE(kNone, rcl_count_services(none, "/a", &size_)),
        CODE(kNone, rcl_wait_for_publishers(none, &heap_, "/a", 1, 0, &flag_)),
        CODE(kNone, rcl_wait_for_subscribers(none, &heap_, "/a", 1, 0, &flag_)),
        CODE(kNone, rcl_get_publishers_info_by_topic(none, &heap_, "/a", false, &infos)),
        CODE(kNone, rcl_get_subscriptions_info_by_topic(none, &heap_, "/a", false, &infos)),
        CODE(kNone, rcl_service_server_is_available(none, client_of_c, &flag_)),
    });
    expect({NO(rcl_node_is_valid(none)), NO(rcl_node_is_valid_except_context(none)),
            NO(rcl_node_get_name(none)), NO(rcl_node_get_namespace(none)),
            NO(rcl_node_get_fully_qualified_name(none)), NO(rcl_node_get_logger_name(none)),
            NO(rcl_node_get_options(none))});
  }
  expect({
      INVALID(rcl_node_get_domain_id(node, nullptr)),
      INVALID(rcl_node_resolve_name(nullptr, "a", heap_, false, false, &name)),
      INVALID(rcl_node_resolve_name(node, nullptr, heap_, false, false, &name)),
      INVALID(rcl_node_resolve_name(node, "a", no_heap_, false, false, &name)),
      INVALID(rcl_node_resolve_name(node, "a", heap_, false, false, nullptr)),
      INVALID(rcl_get_topic_names_and_types(node, nullptr, false, &names)),
      INVALID(rcl_get_topic_names_and_types(node, &heap_, false, nullptr)),
      INVALID(rcl_get_service_names_and_types(node, nullptr, &names)),
      INVALID(rcl_get_service_names_and_types(node, &heap_, nullptr)),
      INVALID(rcl_get_publisher_names_and_types_by_node(node, &heap_, false, nullptr, "/", &names)),
      INVALID(rcl_get_publisher_names_and_types_by_node(node, &heap_, false, "own", nullptr,
                                                        &names)),
      INVALID(rcl_get_publisher_names_and_types_by_node(node, &heap_, false, "own", "/", nullptr)),
      INVALID(rcl_get_node_names(node, no_heap_, &texts_, &more)),
      INVALID(rcl_get_node_names(node, heap_, nullptr, &more)),
      INVALID(rcl_get_node_names(node, heap_, &texts_, nullptr)),
      INVALID(rcl_get_node_names_with_enclaves(node, heap_, &texts_, &more, nullptr)),
      INVALID(rcl_count_publishers(node, nullptr, &size_)),
      INVALID(rcl_count_publishers(node, "/a", nullptr)),
      INVALID(rcl_wait_for_publishers(node, nullptr, "/a", 1, 0, &flag_)),
      INVALID(rcl_wait_for_publishers(node, &heap_, nullptr, 1, 0, &flag_)),
      INVALID(rcl_wait_for_publishers(node, &heap_, "/a", 1, 0, nullptr)),
      INVALID(rcl_get_publishers_info_by_topic(node, nullptr, "/a", false, &infos)),
      INVALID(rcl_get_publishers_info_by_topic(node, &heap_, nullptr, false, &infos)),
      INVALID(rcl_get_publishers_info_by_topic(node, &heap_, "/a", false, nullptr)),
      INVALID(rcl_service_server_is_available(node, nullptr, &flag_)),
      INVALID(rcl_service_server_is_available(node, client_of_c, nullptr)),
      INVALID(rcl_names_and_types_init(nullptr, 1, &heap_)),
      INVALID(rcl_names_and_types_init(&names, 1, nullptr)),
      INVALID(rcl_names_and_types_fini(nullptr)),
  });
}

TEST_F(CArguments, OfEndpointsAndTimersAreNotNull) {
  using rcl_interfaces::srv::ListParameters;
  init();
  const auto own = node("own");
  const auto client_of_cpp = own->create_client<ListParameters>("s");
  const auto service_of_cpp = own->create_service<ListParameters>(
      "s", [](ListParameters::Request::SharedPtr, ListParameters::Response::SharedPtr) {});
  const auto publisher_of_cpp = own->create_publisher<rosgraph_msgs::msg::Clock>("a", 1);
  const auto subscription_of_cpp = own->create_subscription<rosgraph_msgs::msg::Clock>(
      "a", 1, [](const rosgraph_msgs::msg::Clock&) {});
  const auto timer_of_cpp = own->create_wall_timer(std::chrono::hours(1), [] {});
  const rcl_client_t* const client = client_of_cpp->get_client_handle().get();
  const rcl_service_t* const service = service_of_cpp->get_service_handle().get();
  const rcl_publisher_t* const publisher = publisher_of_cpp->get_publisher_handle().get();
  const rcl_subscription_t* const subscription =
      subscription_of_cpp->get_subscription_handle().get();
  const rcl_timer_t* const timer = timer_of_cpp->get_timer_handle().get();
  const rcl_client_t no_client = rcl_get_zero_initialized_client();
  const rcl_service_t no_service = rcl_get_zero_initialized_service();
  const rcl_publisher_t no_publisher = rcl_get_zero_initialized_publisher();
  const rcl_subscription_t no_subscription = rcl_get_zero_initialized_subscription();
  rcl_timer_t no_timer = rcl_get_zero_initialized_timer();
  rcl_event_t event = rcl_get_zero_initialized_event();
  rmw_request_id_t id{};
  rmw_service_info_t info{};
  ListParameters::Request request;
  ListParameters::Response response;
  rcl_clock_t* clock = nullptr;
  expect({
      INVALID(rcl_send_request(nullptr, &request, &number_)),
      INVALID(rcl_send_request(client, nullptr, &number_)),
      INVALID(rcl_send_request(client, &request, nullptr)),
      CODE(RCL_RET_CLIENT_INVALID, rcl_send_request(&no_client, &request, &number_)),
      INVALID(rcl_take_response(nullptr, &id, &response)),
      INVALID(rcl_take_response(client, nullptr, &response)),
      INVALID(rcl_take_response(client, &id, nullptr)),
      INVALID(rcl_take_response_with_info(client, nullptr, &response)),
      INVALID(rcl_take_response_with_info(client, &info, nullptr)),
      INVALID(rcl_client_set_on_new_response_callback(nullptr, nullptr, nullptr)),
      INVALID(rcl_take_request(nullptr, &id, &request)),
      INVALID(rcl_take_request(service, nullptr, &request)),
      INVALID(rcl_take_request(service, &id, nullptr)),
      CODE(RCL_RET_SERVICE_INVALID, rcl_take_request(&no_service, &id, &request)),
      INVALID(rcl_take_request_with_info(service, nullptr, &request)),
      INVALID(rcl_send_response(nullptr, &id, &response)),
      INVALID(rcl_send_response(service, nullptr, &response)),
      INVALID(rcl_send_response(service, &id, nullptr)),
      INVALID(rcl_service_set_on_new_request_callback(nullptr, nullptr, nullptr)),
      INVALID(rcl_publisher_get_subscription_count(nullptr, &size_)),
      INVALID(rcl_publisher_get_subscription_count(publisher, nullptr)),
      CODE(RCL_RET_PUBLISHER_INVALID, rcl_publisher_get_subscription_count(&no_publisher, &size_)),
      INVALID(rcl_publisher_assert_liveliness(nullptr)),
      INVALID(rcl_publisher_wait_for_all_acked(nullptr, 0)),
      INVALID(rcl_subscription_get_publisher_count(nullptr, &size_)),
      INVALID(rcl_subscription_get_publisher_count(subscription, nullptr)),
      CODE(RCL_RET_SUBSCRIPTION_INVALID,
           rcl_subscription_get_publisher_count(&no_subscription, &size_)),
      INVALID(rcl_subscription_set_on_new_message_callback(nullptr, nullptr, nullptr)),
      INVALID(rcl_publisher_event_init(nullptr, publisher, RCL_PUBLISHER_MATCHED)),
      INVALID(rcl_publisher_event_init(&event, nullptr, RCL_PUBLISHER_MATCHED)),
      INVALID(rcl_publisher_event_init(&event, publisher,
                                       static_cast<rcl_publisher_event_type_t>(99))),
      INVALID(rcl_subscription_event_init(nullptr, subscription, RCL_SUBSCRIPTION_MATCHED)),
      INVALID(rcl_subscription_event_init(&event, nullptr, RCL_SUBSCRIPTION_MATCHED)),
      INVALID(rcl_take_event(nullptr, &info)),
      INVALID(rcl_take_event(&event, nullptr)),
      CODE(RCL_RET_EVENT_INVALID, rcl_take_event(&event, &info)),
      INVALID(rcl_event_fini(nullptr)),
      INVALID(rcl_timer_get_period(nullptr, &number_)),
      INVALID(rcl_timer_get_period(timer, nullptr)),
      CODE(RCL_RET_TIMER_INVALID, rcl_timer_get_period(&no_timer, &number_)),
      INVALID(rcl_timer_exchange_period(nullptr, 1, &number_)),
      INVALID(rcl_timer_exchange_period(timer, 1, nullptr)),
      INVALID(rcl_timer_clock(nullptr, &clock)),
      INVALID(rcl_timer_get_time_until_next_call(timer, nullptr)),
      INVALID(rcl_timer_get_time_since_last_call(timer, nullptr)),
      INVALID(rcl_timer_is_ready(timer, nullptr)),
      INVALID(rcl_timer_is_canceled(timer, nullptr)),
      INVALID(rcl_timer_call(nullptr)),
      INVALID(rcl_timer_cancel(nullptr)),
      INVALID(rcl_timer_reset(nullptr)),
      INVALID(rcl_timer_set_on_reset_callback(nullptr, nullptr, nullptr)),
  });
  for (const rcl_client_t* const none : {static_cast<const rcl_client_t*>(nullptr), &no_client}) {
    EXPECT_EQ(rcl_client_get_service_name(none), nullptr);
    EXPECT_TRUE(rcutils_error_is_set());
    expect({NO(rcl_client_is_valid(none)), NO(rcl_client_request_publisher_get_actual_qos(none)),
            NO(rcl_client_response_subscription_get_actual_qos(none))});
  }
  EXPECT_EQ(rcl_publisher_get_topic_name(&no_publisher), nullptr);
  EXPECT_TRUE(rcutils_error_is_set()) << "why there is no name";
  expect({
      NO(rcl_service_is_valid(nullptr)),
      NO(rcl_service_get_service_name(nullptr)),
      NO(rcl_service_request_subscription_get_actual_qos(nullptr)),
      NO(rcl_service_response_publisher_get_actual_qos(nullptr)),
      NO(rcl_publisher_is_valid(nullptr)),
      NO(rcl_publisher_is_valid_except_context(nullptr)),
      NO(rcl_publisher_get_topic_name(nullptr)),
      NO(rcl_publisher_get_actual_qos(nullptr)),
      NO(rcl_publisher_can_loan_messages(nullptr)),
      NO(rcl_subscription_is_valid(nullptr)),
      NO(rcl_subscription_get_topic_name(nullptr)),
      NO(rcl_subscription_get_actual_qos(nullptr)),
      NO(rcl_subscription_can_loan_messages(nullptr)),
      NO(rcl_subscription_is_cft_enabled(nullptr)),
      NO(rcl_event_is_valid(nullptr)),
  });
}

TEST_F(CArguments, OfContextsClocksAndWaitSetsAreNotNull) {
  init();
  const auto context_of_cpp = rclcpp::contexts::get_global_default_context();
  rcl_context_t* const context = context_of_cpp->get_rcl_context().get();
  rcl_context_t no_context{};
  const rclcpp::InitOptions options;
  const rcl_init_options_t no_options{};
  rcl_wait_set_t zero = rcl_get_zero_initialized_wait_set();
  rcl_wait_set_t wait_set = rcl_get_zero_initialized_wait_set();
  ASSERT_EQ(rcl_wait_set_init(&wait_set, 0, 0, 0, 0, 0, 0, context, heap_), RCL_RET_OK);
  rcl_guard_condition_t no_guard{};
  rcl_clock_t clock{};
  expect({
      INVALID(rcl_init_options_get_domain_id(nullptr, &size_)),
      INVALID(rcl_init_options_get_domain_id(&no_options, &size_)),
      INVALID(rcl_init_options_get_domain_id(options.get_rcl_init_options(), nullptr)),
      INVALID(rcl_get_default_domain_id(nullptr)),
      INVALID(rcl_trigger_guard_condition(nullptr)),
      INVALID(rcl_trigger_guard_condition(&no_guard)),
      INVALID(rcl_wait_set_init(nullptr, 0, 0, 0, 0, 0, 0, context, heap_)),
      INVALID(rcl_wait_set_init(&zero, 0, 0, 0, 0, 0, 0, nullptr, heap_)),
      INVALID(rcl_wait_set_init(&zero, 0, 0, 0, 0, 0, 0, context, no_heap_)),
      CODE(RCL_RET_NOT_INIT, rcl_wait_set_init(&zero, 0, 0, 0, 0, 0, 0, &no_context, heap_)),
      CODE(RCL_RET_ALREADY_INIT, rcl_wait_set_init(&wait_set, 0, 0, 0, 0, 0, 0, context, heap_)),
      INVALID(rcl_wait_set_fini(nullptr)),
      INVALID(rcl_wait_set_clear(nullptr)),
      CODE(RCL_RET_WAIT_SET_INVALID, rcl_wait_set_clear(&zero)),
      INVALID(rcl_wait_set_resize(nullptr, 0, 0, 0, 0, 0, 0)),
      INVALID(rcl_wait_set_add_subscription(nullptr, nullptr, nullptr)),
      INVALID(rcl_wait_set_add_subscription(&wait_set, nullptr, nullptr)),
      INVALID(rcl_wait_set_add_guard_condition(&wait_set, nullptr, nullptr)),
      INVALID(rcl_wait_set_add_timer(&wait_set, nullptr, nullptr)),
      INVALID(rcl_wait_set_add_client(&wait_set, nullptr, nullptr)),
      INVALID(rcl_wait_set_add_service(&wait_set, nullptr, nullptr)),
      INVALID(rcl_wait_set_add_event(&wait_set, nullptr, nullptr)),
      INVALID(rcl_wait(nullptr, 0)),
      CODE(RCL_RET_WAIT_SET_INVALID, rcl_wait(&zero, 0)),
      CODE(RCL_RET_WAIT_SET_EMPTY, rcl_wait(&wait_set, 0)),
      INVALID(rcl_clock_init(RCL_ROS_TIME, nullptr, &heap_)),
      INVALID(rcl_clock_init(RCL_ROS_TIME, &clock, nullptr)),
      INVALID(rcl_clock_init(static_cast<rcl_clock_type_t>(99), &clock, &heap_)),
      INVALID(rcl_clock_fini(nullptr)),
      INVALID(rcl_clock_fini(&clock)),
      INVALID(rcl_clock_get_now(&clock, &number_)),
      INVALID(rcl_enable_ros_time_override(&clock)),
      INVALID(rcl_disable_ros_time_override(nullptr)),
      INVALID(rcl_is_enabled_ros_time_override(nullptr, &flag_)),
      INVALID(rcl_set_ros_time_override(nullptr, 1)),
  });
  expect({NO(rcl_context_is_valid(nullptr)), NO(rcl_context_is_valid(&no_context)),
          NO(rcl_wait_set_is_valid(nullptr)), NO(rcl_clock_valid(nullptr)),
          NO(rcl_clock_time_started(nullptr))});
  EXPECT_EQ(rcl_wait_set_fini(&wait_set), RCL_RET_OK);
}

TEST_F(CArguments, OfParameterFilesAreNotNull) {
  rcl_params_t zero{};
  rcl_yaml_node_struct_fini(nullptr);
  rcl_yaml_node_struct_fini(&zero);
  EXPECT_TRUE(rcutils_error_is_set());
  rcl_params_t* const made = rcl_yaml_node_struct_init(heap_);
  expect({INVALID(rcl_yaml_node_struct_reallocate(nullptr, 8, heap_)),
          INVALID(rcl_yaml_node_struct_reallocate(made, 8, no_heap_))});
  expect({
      NO(rcl_yaml_node_struct_init(no_heap_)),
      NO(rcl_yaml_node_struct_init_with_capacity(0, heap_)),
      NO(rcl_yaml_node_struct_copy(nullptr)),
      NO(rcl_yaml_node_struct_copy(&zero)),
      NO(rcl_parse_yaml_file(nullptr, made)),
      NO(rcl_parse_yaml_file("/none.yaml", nullptr)),
      NO(rcl_parse_yaml_value(nullptr, "p", "1", made)),
      NO(rcl_parse_yaml_value("/n", nullptr, "1", made)),
      NO(rcl_parse_yaml_value("/n", "p", nullptr, made)),
      NO(rcl_parse_yaml_value("/n", "p", "1", nullptr)),
      NO(rcl_yaml_node_struct_get(nullptr, "p", made)),
      NO(rcl_yaml_node_struct_get("/n", nullptr, made)),
      NO(rcl_yaml_node_struct_get("/n", "p", nullptr)),
  });
  rcl_yaml_node_struct_fini(made);
}

TEST_F(CArguments, OfRmwAreNotNull) {
  const auto* const type =
      rosidl_typesupport_cpp::get_message_type_support_handle<rosgraph_msgs::msg::Clock>();
  const rosidl_message_type_support_t no_type{};
  rosgraph_msgs::msg::Clock clock;
  rmw_serialized_message_t bytes = rcutils_get_zero_initialized_uint8_array();
  rmw_topic_endpoint_info_t info = rmw_get_zero_initialized_topic_endpoint_info();
  auto infos = rmw_get_zero_initialized_topic_endpoint_info_array();
  rmw_names_and_types_t names = rmw_get_zero_initialized_names_and_types();
  const rmw_qos_profile_t qos = rmw_qos_profile_default;
  rmw_qos_profile_t odd = qos;
  odd.liveliness = static_cast<rmw_qos_liveliness_policy_t>(99);
  rmw_qos_compatibility_type_t compatible;
  int result = 0;
  expect({
      CODE(RMW_RET_ERROR, rmw_serialize(nullptr, type, &bytes)),
      CODE(RMW_RET_ERROR, rmw_serialize(&clock, nullptr, &bytes)),
      CODE(RMW_RET_ERROR, rmw_serialize(&clock, type, nullptr)),
      CODE(RMW_RET_ERROR, rmw_serialize(&clock, &no_type, &bytes)),
      CODE(RMW_RET_ERROR, rmw_deserialize(nullptr, type, &clock)),
      CODE(RMW_RET_ERROR, rmw_deserialize(&bytes, nullptr, &clock)),
      CODE(RMW_RET_ERROR, rmw_deserialize(&bytes, &no_type, &clock)),
      CODE(RMW_RET_ERROR, rmw_deserialize(&bytes, type, nullptr)),
      CODE(RMW_RET_ERROR, rmw_deserialize(&bytes, type, &clock)),
      INVALID(rmw_validate_full_topic_name(nullptr, &result, nullptr)),
      INVALID(rmw_validate_full_topic_name("/a", nullptr, nullptr)),
      INVALID(rmw_validate_namespace(nullptr, &result, nullptr)),
      INVALID(rmw_validate_node_name("a", nullptr, nullptr)),
      INVALID(rmw_qos_profile_check_compatible(qos, qos, nullptr, nullptr, 0)),
      INVALID(rmw_qos_profile_check_compatible(qos, qos, &compatible, nullptr, 8)),
      INVALID(rmw_qos_profile_check_compatible(qos, odd, &compatible, nullptr, 0)),
      INVALID(rmw_names_and_types_check_zero(nullptr)),
      INVALID(rmw_names_and_types_init(nullptr, 1, &heap_)),
      INVALID(rmw_names_and_types_init(&names, 1, nullptr)),
      INVALID(rmw_names_and_types_fini(nullptr)),
      INVALID(rmw_topic_endpoint_info_fini(nullptr, &heap_)),
      INVALID(rmw_topic_endpoint_info_fini(&info, nullptr)),
      INVALID(rmw_topic_endpoint_info_set_node_name(nullptr, "n", &heap_)),
      INVALID(rmw_topic_endpoint_info_set_node_name(&info, nullptr, &heap_)),
      INVALID(rmw_topic_endpoint_info_set_node_name(&info, "n", nullptr)),
      INVALID(rmw_topic_endpoint_info_set_node_namespace(&info, nullptr, &heap_)),
      INVALID(rmw_topic_endpoint_info_set_topic_type(&info, nullptr, &heap_)),
      INVALID(rmw_topic_endpoint_info_set_topic_type_hash(&info, nullptr)),
      INVALID(rmw_topic_endpoint_info_set_endpoint_type(nullptr, RMW_ENDPOINT_PUBLISHER)),
      INVALID(rmw_topic_endpoint_info_set_endpoint_type(&info,
                                                        static_cast<rmw_endpoint_type_t>(99))),
      INVALID(rmw_topic_endpoint_info_set_qos_profile(&info, nullptr)),
      INVALID(rmw_topic_endpoint_info_set_gid(nullptr, nullptr, 0)),
      INVALID(rmw_topic_endpoint_info_set_gid(&info, nullptr, 1)),
      INVALID(rmw_topic_endpoint_info_array_check_zero(nullptr)),
      INVALID(rmw_topic_endpoint_info_array_init_with_size(nullptr, 1, &heap_)),
      INVALID(rmw_topic_endpoint_info_array_init_with_size(&infos, 1, nullptr)),
      INVALID(rmw_topic_endpoint_info_array_fini(nullptr, &heap_)),
      INVALID(rmw_topic_endpoint_info_array_fini(&infos, nullptr)),
  });
  expect({NO(rmw_event_type_is_supported(static_cast<rmw_event_type_t>(99))),
          NO(rmw_qos_durability_policy_to_str(static_cast<rmw_qos_durability_policy_t>(99))),
          NO(rmw_qos_history_policy_to_str(static_cast<rmw_qos_history_policy_t>(99))),
          NO(rmw_node_name_validation_result_string(99))});
  EXPECT_EQ(rmw_qos_history_policy_from_str(nullptr), RMW_QOS_POLICY_HISTORY_UNKNOWN);
  EXPECT_EQ(rmw_qos_liveliness_policy_from_str(nullptr), RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
  EXPECT_EQ(rmw_qos_policy_kind_from_str(nullptr), RMW_QOS_POLICY_INVALID);
}

TEST_F(CArguments, OfContainersAreNotNull) {
  auto list = rcutils_get_zero_initialized_array_list();
  auto map = rcutils_get_zero_initialized_hash_map();
  auto strings = rcutils_get_zero_initialized_string_map();
  auto chars = rcutils_get_zero_initialized_char_array();
  auto bytes = rcutils_get_zero_initialized_uint8_array();
  ASSERT_EQ(rcutils_string_map_init(&strings, 1, heap_), RCUTILS_RET_OK);
  const auto hash = rcutils_hash_map_string_hash_func;
  int order = 0;
  constexpr int kError = RCUTILS_RET_ERROR;
  expect({
      INVALID(rcutils_array_list_init(nullptr, 1, 1, &heap_)),
      INVALID(rcutils_array_list_init(&list, 1, 1, nullptr)),
      INVALID(rcutils_array_list_fini(nullptr)),
      INVALID(rcutils_array_list_add(nullptr, &order)),
      INVALID(rcutils_array_list_set(nullptr, 0, &order)),
      INVALID(rcutils_array_list_remove(nullptr, 0)),
      INVALID(rcutils_array_list_get(nullptr, 0, &order)),
      INVALID(rcutils_array_list_get_size(nullptr, &size_)),
      INVALID(rcutils_hash_map_init(nullptr, 1, 1, 1, hash, compare, &heap_)),
      INVALID(rcutils_hash_map_init(&map, 1, 1, 1, nullptr, compare, &heap_)),
      INVALID(rcutils_hash_map_init(&map, 1, 1, 1, hash, nullptr, &heap_)),
      INVALID(rcutils_hash_map_init(&map, 1, 1, 1, hash, compare, nullptr)),
      INVALID(rcutils_hash_map_fini(nullptr)),
      INVALID(rcutils_hash_map_get_capacity(nullptr, &size_)),
      INVALID(rcutils_hash_map_get_size(nullptr, &size_)),
      INVALID(rcutils_hash_map_set(nullptr, &order, &order)),
      INVALID(rcutils_hash_map_unset(nullptr, &order)),
      INVALID(rcutils_hash_map_get(nullptr, &order, &order)),
      INVALID(rcutils_hash_map_get_next_key_and_data(nullptr, nullptr, &order, &order)),
      INVALID(rcutils_string_array_init(nullptr, 1, &heap_)),
      INVALID(rcutils_string_array_init(&texts_, 1, nullptr)),
      INVALID(rcutils_string_array_fini(nullptr)),
      INVALID(rcutils_string_array_cmp(nullptr, &texts_, &order)),
      INVALID(rcutils_string_array_cmp(&texts_, nullptr, &order)),
      INVALID(rcutils_string_array_cmp(&texts_, &texts_, nullptr)),
      INVALID(rcutils_string_array_resize(nullptr, 1)),
      INVALID(rcutils_string_array_sort(nullptr)),
      INVALID(rcutils_string_map_init(nullptr, 1, heap_)),
      INVALID(rcutils_string_map_fini(nullptr)),
      INVALID(rcutils_string_map_get_capacity(nullptr, &size_)),
      INVALID(rcutils_string_map_get_capacity(&strings, nullptr)),
      INVALID(rcutils_string_map_get_size(&strings, nullptr)),
      INVALID(rcutils_string_map_reserve(nullptr, 1)),
      INVALID(rcutils_string_map_clear(nullptr)),
      INVALID(rcutils_string_map_set(&strings, nullptr, "v")),
      INVALID(rcutils_string_map_set(&strings, "k", nullptr)),
      INVALID(rcutils_string_map_set_no_resize(nullptr, "k", "v")),
      INVALID(rcutils_string_map_unset(&strings, nullptr)),
      INVALID(rcutils_string_map_copy(nullptr, &strings)),
      INVALID(rcutils_string_map_copy(&strings, nullptr)),
      CODE(kError, rcutils_char_array_init(nullptr, 1, &heap_)),
      CODE(kError, rcutils_char_array_init(&chars, 1, nullptr)),
      CODE(kError, rcutils_char_array_fini(nullptr)),
      CODE(kError, rcutils_char_array_resize(nullptr, 1)),
      CODE(kError, rcutils_char_array_expand_as_needed(nullptr, 1)),
      CODE(kError, rcutils_char_array_memcpy(nullptr, "a", 1)),
      CODE(kError, rcutils_char_array_memcpy(&chars, nullptr, 1)),
      CODE(kError, rcutils_char_array_strcpy(&chars, nullptr)),
      CODE(kError, rcutils_char_array_strcat(nullptr, "a")),
      CODE(kError, rcutils_char_array_strncat(&chars, nullptr, 1)),
      INVALID(rcutils_uint8_array_init(nullptr, 1, &heap_)),
      INVALID(rcutils_uint8_array_init(&bytes, 1, nullptr)),
      INVALID(rcutils_uint8_array_fini(nullptr)),
      INVALID(rcutils_uint8_array_resize(nullptr, 1)),
      INVALID(rcutils_qsort(nullptr, 2, 1, compare)),
      INVALID(rcutils_qsort(&order, 1, 1, nullptr)),
      INVALID(rcutils_split("a", ',', heap_, nullptr)),
      INVALID(rcutils_split_last("a", ',', heap_, nullptr)),
      INVALID(rcutils_split("a", ',', no_heap_, &texts_)),
  });
  const char* const none = nullptr;
  const char* const some = "a";
  expect({NO(rcutils_allocator_is_valid(nullptr)), NO(rcutils_hash_map_key_exists(nullptr, &order)),
          NO(rcutils_hash_map_string_cmp_func(&none, &none)),
          NO(rcutils_hash_map_string_cmp_func(nullptr, &none)),
          NO(rcutils_string_map_key_exists(nullptr, "k")),
          NO(rcutils_string_map_key_existsn(&strings, nullptr, 1)),
          NO(rcutils_string_map_get(&strings, nullptr)),
          NO(rcutils_string_map_get_next_key(nullptr, nullptr)),
          NO(rcutils_reallocf(nullptr, 1, nullptr))});
  EXPECT_LT(rcutils_hash_map_string_cmp_func(&none, &some), 0);
  EXPECT_EQ(rcutils_hash_map_string_hash_func(&none), rcutils_hash_map_string_hash_func(nullptr));
  EXPECT_EQ(rcutils_string_map_fini(&strings), RCUTILS_RET_OK);
}

TEST_F(CArguments, OfTheRestOfRcutilsAreNotNull) {
  auto lib = rcutils_get_zero_initialized_shared_library();
  auto chars = rcutils_get_zero_initialized_char_array();
  uint64_t bytes = 0;
  int number = 0;
  expect({
      INVALID(rcutils_logging_initialize_with_allocator(no_heap_)),
      INVALID(rcutils_logging_severity_level_from_string(nullptr, heap_, &number)),
      INVALID(rcutils_logging_severity_level_from_string("INFO", heap_, nullptr)),
      CODE(RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID,
           rcutils_logging_severity_level_from_string("loud", heap_, &number)),
      CODE(-1, rcutils_logging_get_logger_level(nullptr)),
      CODE(-1, rcutils_logging_get_logger_leveln(nullptr, 1)),
      CODE(-1, rcutils_logging_get_logger_effective_level(nullptr)),
      INVALID(rcutils_logging_set_logger_level(nullptr, RCUTILS_LOG_SEVERITY_INFO)),
      INVALID(rcutils_logging_set_logger_level("a", 99)),
      INVALID(rcutils_logging_format_message(nullptr, 20, "a", 0, nullptr, &chars)),
      INVALID(rcutils_logging_format_message(nullptr, 20, "a", 0, "b", nullptr)),
      INVALID(rcutils_load_shared_library(nullptr, "libc.so.6", heap_)),
      INVALID(rcutils_load_shared_library(&lib, nullptr, heap_)),
      INVALID(rcutils_load_shared_library(&lib, "libc.so.6", no_heap_)),
      INVALID(rcutils_unload_shared_library(nullptr)),
      INVALID(rcutils_unload_shared_library(&lib)),
      INVALID(rcutils_get_platform_library_name(nullptr, text_, sizeof text_, false)),
      INVALID(rcutils_get_platform_library_name("a", nullptr, 8, false)),
      INVALID(rcutils_system_time_now(nullptr)),
      INVALID(rcutils_steady_time_now(nullptr)),
      INVALID(rcutils_raw_steady_time_now(nullptr)),
      INVALID(rcutils_time_point_value_as_nanoseconds_string(nullptr, text_, sizeof text_)),
      INVALID(rcutils_time_point_value_as_nanoseconds_string(&number_, nullptr, 8)),
      INVALID(rcutils_time_point_value_as_date_string(&number_, nullptr, 8)),
      INVALID(rcutils_time_point_value_as_seconds_string(nullptr, text_, sizeof text_)),
      INVALID(rcutils_calculate_directory_size(nullptr, &bytes, heap_)),
      INVALID(rcutils_calculate_directory_size("/", nullptr, heap_)),
  });
  char word[] = "a";
  char* words[] = {word, nullptr};
  rcutils_dir_iter_t no_folder{};
  expect({
      NO(rcutils_cli_option_exist(nullptr, nullptr, "-a")),
      NO(rcutils_cli_option_exist(words, words + 2, nullptr)),
      NO(rcutils_cli_option_exist(words, words + 2, "-a")),
      NO(rcutils_cli_get_option(words, words + 2, nullptr)),
      NO(rcutils_cli_get_option(nullptr, words + 2, "-a")),
      NO(rcutils_set_env(nullptr, "v")),
      NO(rcutils_get_cwd(nullptr, 8)),
      NO(rcutils_is_directory(nullptr)),
      NO(rcutils_is_file(nullptr)),
      NO(rcutils_exists(nullptr)),
      NO(rcutils_is_readable(nullptr)),
      NO(rcutils_is_writable(nullptr)),
      NO(rcutils_is_readable_and_writable(nullptr)),
      NO(rcutils_mkdir(nullptr)),
      NO(rcutils_get_file_size(nullptr)),
      NO(rcutils_join_path(nullptr, "a", heap_)),
      NO(rcutils_join_path("a", nullptr, heap_)),
      NO(rcutils_to_native_path(nullptr, heap_)),
      NO(rcutils_expand_user(nullptr, heap_)),
      NO(rcutils_dir_iter_start(nullptr, heap_)),
      NO(rcutils_dir_iter_next(nullptr)),
      NO(rcutils_dir_iter_next(&no_folder)),
      NO(rcutils_get_symbol(nullptr, "a")),
      NO(rcutils_get_symbol(&lib, "a")),
      NO(rcutils_has_symbol(nullptr, "a")),
      NO(rcutils_is_shared_library_loaded(nullptr)),
      NO(rcutils_strdup(nullptr, heap_)),
      NO(rcutils_strdup("a", no_heap_)),
      NO(rcutils_strndup(nullptr, 1, heap_)),
      NO(rcutils_repl_str(nullptr, "a", "b", &heap_)),
      NO(rcutils_repl_str("a", "a", "b", nullptr)),
      NO(rcutils_get_executable_name(no_heap_)),
  });
  EXPECT_EQ(rcutils_find(nullptr, 'a'), SIZE_MAX);
  EXPECT_EQ(rcutils_find_last(nullptr, 'a'), SIZE_MAX);
  EXPECT_EQ(rcutils_findn(nullptr, 'a', 1), SIZE_MAX);
  EXPECT_EQ(rcutils_strcasecmp(nullptr, "a", &number), -1);
  EXPECT_EQ(rcutils_strncasecmp("a", "a", 1, nullptr), -1);
  EXPECT_NE(rcutils_get_env(nullptr, nullptr), nullptr);
  EXPECT_EQ(rcutils_snprintf(nullptr, 8, "a"), -1);
}

TEST_F(CArguments, OfFunctionsWithoutAnAnswerMayBeNull) {
  rcutils_sha256_ctx_t hash;
  uint8_t out[RCUTILS_SHA256_BLOCK_SIZE];
  rcutils_sha256_init(nullptr);
  rcutils_sha256_update(nullptr, out, 1);
  rcutils_sha256_final(nullptr, out);
  rcutils_sha256_init(&hash);
  rcutils_sha256_update(&hash, nullptr, 1);
  rcutils_sha256_final(&hash, nullptr);
  const char* volatile no_format = nullptr;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
  rcutils_log(nullptr, RCUTILS_LOG_SEVERITY_FATAL, nullptr, no_format);
  rcutils_log_internal(nullptr, RCUTILS_LOG_SEVERITY_FATAL, nullptr, no_format);
#pragma GCC diagnostic pop
  rcutils_logging_console_output_handler(nullptr, 20, nullptr, 0, "a", nullptr);
  rcutils_dir_iter_end(nullptr);
  rcutils_strerror(nullptr, 8);
  rcutils_set_error_state(nullptr, nullptr, 0);
  EXPECT_TRUE(rcutils_error_is_set());
  rcutils_reset_error();
  rosidl_runtime_c__String__fini(nullptr);
  expect({
      NO(rosidl_runtime_c__String__init(nullptr)),
      NO(rosidl_runtime_c__String__assign(nullptr, "a")),
      NO(rosidl_runtime_c__String__are_equal(nullptr, nullptr)),
      NO(rosidl_runtime_c__String__copy(nullptr, nullptr)),
      NO(rosidl_runtime_c__U16String__init(nullptr)),
      NO(rosidl_runtime_c__U16String__len(nullptr)),
      NO(rosidl_runtime_c__U16String__assign(nullptr, nullptr)),
      NO(rosidl_runtime_c__String__Sequence__init(nullptr, 1)),
  });
}

}  // namespace
