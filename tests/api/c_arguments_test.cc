// What the C functions of rcl and rmw say to null: a code and a text, and never a crash.
#include <gtest/gtest.h>

#include <rosgraph_msgs/msg/clock.hpp>

#include "c_arguments.hpp"
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
#include "rcutils/time.h"
#include "rmw/event.h"
#include "rmw/names_and_types.h"
#include "rmw/rmw.h"
#include "rmw/topic_endpoint_info_array.h"
#include "rmw/validate_full_topic_name.h"

namespace {

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
        CODE(kNone,
             rcl_get_publisher_names_and_types_by_node(none, &heap_, false, "own", "/", &names)),
        CODE(kNone,
             rcl_get_subscriber_names_and_types_by_node(none, &heap_, false, "own", "/", &names)),
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
      INVALID(
          rcl_get_publisher_names_and_types_by_node(node, &heap_, false, "own", nullptr, &names)),
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
      INVALID(
          rcl_publisher_event_init(&event, publisher, static_cast<rcl_publisher_event_type_t>(99))),
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
      INVALID(
          rmw_topic_endpoint_info_set_endpoint_type(&info, static_cast<rmw_endpoint_type_t>(99))),
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

}  // namespace
