// What the API does not take, it refuses at once, with the exception of ROS 2.
#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <future>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <vector>

#include "rcl/wait.h"
#include "rclcpp/event_handler.hpp"
#include "rclcpp/executors/executor_entities_collector.hpp"
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#include "rclcpp/experimental/timers_manager.hpp"
#include "rclcpp/node_interfaces/node_graph.hpp"
#include "rclcpp/node_interfaces/node_logging.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "rclcpp/node_interfaces/node_services.hpp"
#include "rclcpp/node_interfaces/node_time_source.hpp"
#include "rclcpp/node_interfaces/node_timers.hpp"
#include "rclcpp/node_interfaces/node_topics.hpp"
#include "rclcpp/node_interfaces/node_type_descriptions.hpp"
#include "rclcpp/node_interfaces/node_waitables.hpp"
#include "rclcpp/parameter_events_filter.hpp"
#include "rclcpp/parameter_service.hpp"
#include "rclcpp/serialization.hpp"
#include "rclcpp/time_source.hpp"
#include "rclcpp/wait_for_message.hpp"
#include "rcpputils/asserts.hpp"
#include "refusal.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rcl_interfaces::srv::ListParameters;
using rclcpp::exceptions::RCLInvalidArgument;
using rosgraph_msgs::msg::Clock;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::StartsWith;

struct Call {
  const char* words;  // the function, and the argument
  std::function<void()> make;
};

// What is thrown names the function, the argument and the remedy.
void expect_refused(const std::vector<Call>& calls) {
  for (const Call& call : calls) {
    EXPECT_THAT(refusal<std::invalid_argument>(call.make),
                AllOf(HasSubstr(call.words), ContainsRegex("[Gg]ive |Use ")))
        << call.words;
  }
}

void nothing() {}
using Nothing = void (*)();

TEST(ArgumentChecks, ATimerHasNoNegativePeriod) {
  const auto clock = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  constexpr const char* kWords =
      "Couldn't initialize rcl timer handle: timer period must be non-negative";
  EXPECT_THAT(
      refusal<RCLInvalidArgument>([] { rclcpp::WallTimer<Nothing>(-1ms, Nothing(nothing)); }),
      StartsWith(kWords));
  EXPECT_THAT(refusal<RCLInvalidArgument>(
                  [&] { rclcpp::GenericTimer<Nothing>(clock, -1ns, Nothing(nothing)); }),
              StartsWith(kWords));
  EXPECT_THROW(rclcpp::GenericTimer<Nothing>(nullptr, 1ms, Nothing(nothing)),
               std::invalid_argument);
  EXPECT_NO_THROW(rclcpp::WallTimer<Nothing>(0ms, Nothing(nothing)));
}

TEST(ArgumentChecks, WhatWaitsNeedsAContextThatWasInitialized) {
  const auto never = std::make_shared<rclcpp::Context>();
  constexpr const char* kWords = "failed to create guard condition: context argument is null";
  EXPECT_THAT(refusal<RCLInvalidArgument>([&] { rclcpp::WaitSet({}, {}, {}, {}, {}, {}, never); }),
              StartsWith(kWords));
  EXPECT_THROW(rclcpp::ThreadSafeWaitSet({}, {}, {}, {}, {}, {}, never), RCLInvalidArgument);
  EXPECT_THAT(refusal<RCLInvalidArgument>([&] { rclcpp::GuardCondition guard(never); }),
              StartsWith(kWords));
  rclcpp::ExecutorOptions options;
  options.context = never;
  EXPECT_THAT(refusal<RCLInvalidArgument>(
                  [&] { rclcpp::executors::SingleThreadedExecutor executor(options); }),
              StartsWith(kWords));
  EXPECT_THAT(
      refusal<RCLInvalidArgument>([&] { rclcpp::Node("n", rclcpp::NodeOptions().context(never)); }),
      StartsWith(kWords));
  EXPECT_THROW(rclcpp::WallTimer<Nothing>(1ms, Nothing(nothing), never), RCLInvalidArgument);
  EXPECT_THROW((void)never->get_domain_id(), RCLInvalidArgument);
}

TEST(ArgumentChecks, AGuardConditionKeepsNoContext) {
  auto context = std::make_shared<rclcpp::Context>();
  context->init(0, nullptr);
  rclcpp::GuardCondition guard(context);
  EXPECT_EQ(guard.get_context(), context);
  context.reset();
  EXPECT_EQ(guard.get_context(), nullptr);
}

TEST(ArgumentChecks, WhatWaitsNeedsAContext) {
  EXPECT_THAT(
      refusal<std::invalid_argument>([] { rclcpp::WaitSet({}, {}, {}, {}, {}, {}, nullptr); }),
      StartsWith("context is nullptr"));
  EXPECT_THAT(refusal<std::invalid_argument>([] { rclcpp::GuardCondition guard(nullptr); }),
              StartsWith("context argument unexpectedly nullptr"));
  EXPECT_THROW(rclcpp::experimental::TimersManager(nullptr), std::invalid_argument);
}

class ArgumentChecksOfNodes : public Running {
 protected:
  ArgumentChecksOfNodes() {
    init();
    node_ = node("own");
  }
  ~ArgumentChecksOfNodes() override { node_.reset(); }
  rclcpp::Node::SharedPtr node_;
};

TEST(ArgumentChecks, APolicyThatIsNoneIsRefused) {
  const auto words = [](const auto& set) {
    return refusal<std::invalid_argument>([&] { set(rclcpp::QoS(1)); });
  };
  using rclcpp::QoS;
  EXPECT_THAT(words([](QoS qos) { qos.history(static_cast<rclcpp::HistoryPolicy>(99)); }),
              StartsWith("a QoS has the history policy 99, which is none: use keep_last"));
  EXPECT_THAT(words([](QoS qos) { qos.reliability(static_cast<rclcpp::ReliabilityPolicy>(99)); }),
              StartsWith("a QoS has the reliability policy 99"));
  EXPECT_THAT(words([](QoS qos) { qos.durability(static_cast<rclcpp::DurabilityPolicy>(99)); }),
              StartsWith("a QoS has the durability policy 99"));
  EXPECT_THAT(words([](QoS qos) { qos.liveliness(static_cast<rclcpp::LivelinessPolicy>(99)); }),
              StartsWith("a QoS has the liveliness policy 99"));
  rmw_qos_profile_t profile = rmw_qos_profile_default;
  profile.history = static_cast<rmw_qos_history_policy_t>(99);
  EXPECT_THROW(rclcpp::QoSInitialization::from_rmw(profile), std::invalid_argument);
  EXPECT_THROW(rclcpp::QoSInitialization(profile.history, 1), std::invalid_argument);
  EXPECT_NO_THROW(QoS(1).history(rclcpp::HistoryPolicy::Unknown));
  profile = rmw_qos_profile_default;
  profile.liveliness = static_cast<rmw_qos_liveliness_policy_t>(99);
  EXPECT_THROW(QoS(rclcpp::KeepLast(1), profile), std::invalid_argument);
  QoS changed(1);
  changed.get_rmw_qos_profile() = profile;
  EXPECT_THROW(rclcpp::qos_check_compatible(changed, QoS(1)),
               rclcpp::exceptions::QoSCheckCompatibleException);
}

TEST(ArgumentChecks, AJumpThresholdHasSigns) {
  rclcpp::Clock clock(RCL_ROS_TIME);
  const auto add = [&](int64_t forward, int64_t backward) {
    (void)clock.create_jump_callback([] {}, nullptr, {true, {forward}, {backward}});
  };
  EXPECT_THAT(refusal<std::invalid_argument>([&] { add(-1, 0); }),
              StartsWith("Failed to add time jump callback: a jump threshold needs min_forward"));
  EXPECT_THROW(add(0, 1), std::invalid_argument);
  EXPECT_NO_THROW((void)clock.create_jump_callback([] {}, nullptr, {true, {1}, {-1}}));
}

TEST_F(ArgumentChecksOfNodes, AProfileThatWasChangedIsReadWhenAnEndpointIsMade) {
  rclcpp::QoS qos(1);
  qos.get_rmw_qos_profile().durability = static_cast<rmw_qos_durability_policy_t>(99);
  EXPECT_THROW(node_->create_publisher<Clock>("a", qos), std::invalid_argument);
  EXPECT_THROW(node_->create_subscription<Clock>("a", qos, [](const Clock&) {}),
               std::invalid_argument);
}

TEST_F(ArgumentChecksOfNodes, ANodeOrAPartOfOneThatIsNullIsRefused) {
  const rclcpp::Node::SharedPtr none;
  const rclcpp::node_interfaces::NodeBaseInterface::SharedPtr no_base;
  const auto future = std::promise<void>().get_future().share();
  const std::vector<std::function<void()>> calls = {
      [&] { executor_->add_node(none); },
      [&] { executor_->spin_node_some(none); },
      [&] { executor_->spin_node_some(no_base); },
      [&] { executor_->spin_node_all(none, 1ms); },
      [&] { executor_->spin_node_once(none, 1ms); },
      [&] { rclcpp::spin(none); },
      [&] { rclcpp::spin(no_base); },
      [&] { rclcpp::spin_some(none); },
      [&] { rclcpp::spin_all(none, 1ms); },
      [&] { rclcpp::spin_until_future_complete(none, future, 1ms); },
      [&] { rclcpp::spin_until_future_complete(no_base, future, 1ms); },
      [&] { rclcpp::ParameterEventHandler handler(none); },
      [&] { rclcpp::AsyncParametersClient client(none); },
      [&] { rclcpp::AsyncParametersClient client(no_base, nullptr, nullptr, nullptr); },
      [&] { rclcpp::SyncParametersClient client(none); },
      [&] { rclcpp::TimeSource source(none); },
      [&] { rclcpp::TimeSource().attachClock(nullptr); },
      [&] { rclcpp::create_publisher<Clock>(none, "a", 1); },
      [&] { rclcpp::create_subscription<Clock>(none, "a", 1, [](const Clock&) {}); },
      [&] { rclcpp::create_generic_publisher(nullptr, "a", "rosgraph_msgs/msg/Clock", 1); },
      [&] { rclcpp::create_client<ListParameters>(nullptr, nullptr, nullptr, "s"); },
      [&] {
        Clock out;
        rclcpp::wait_for_message(out, none, "a", 1ms);
      },
      [&] { rclcpp::copy_all_parameter_values(none, node_); },
      [&] { rclcpp::copy_all_parameter_values(node_, none); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_THROW(calls[i](), std::invalid_argument) << "call " << i;
  }
}

TEST_F(ArgumentChecksOfNodes, WhatIsNullIsRefused) {
  const auto client = node_->create_client<ListParameters>("s");
  const auto off = rclcpp::QoS(1);
  rclcpp::ParameterEventHandler handler(node_);
  const std::vector<std::function<void()>> calls = {
      [&] { rclcpp::ParameterEventsFilter filter(nullptr, {"a"}, {}); },
      [&] { (void)handler.add_parameter_callback("a", nullptr); },
      [&] { (void)handler.add_parameter_event_callback(nullptr); },
      [&] { client->async_send_request(nullptr); },
      [&] { client->configure_introspection(nullptr, off, RCL_SERVICE_INTROSPECTION_OFF); },
      [&] {
        client->configure_introspection(node_->get_clock(), off,
                                        static_cast<rcl_service_introspection_state_t>(99));
      },
      [&] { rclcpp::Rate(1.0, nullptr); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_THROW(calls[i](), std::invalid_argument) << "call " << i;
  }
}

TEST_F(ArgumentChecksOfNodes, ACallbackThatIsEmptyIsRefusedWhereItIsGiven) {
  const auto base = node_->get_node_base_interface();
  const auto clock = node_->get_clock();
  const auto context = base->get_context();
  const auto publisher = node_->create_publisher<Clock>("a", 1);
  const std::function<void()> none;
  const std::function<void(rclcpp::TimerBase&)> none_of_timer;
  const rclcpp::PublisherMatchedCallbackType none_of_event;
  using Handler =
      rclcpp::EventHandler<rclcpp::PublisherMatchedCallbackType, std::shared_ptr<rcl_publisher_t>>;
  expect_refused({
      {"create_wall_timer()", [&] { node_->create_wall_timer(1ms, none); }},
      {"create_wall_timer()", [&] { node_->create_wall_timer(1ms, none_of_timer); }},
      {"create_wall_timer()", [&] { node_->create_wall_timer(1ms, Nothing(nullptr)); }},
      {"create_timer()", [&] { node_->create_timer(1ms, none); }},
      {"create_timer()", [&] { rclcpp::create_timer(node_, clock, 1ms, none); }},
      {"on_shutdown()", [&] { rclcpp::on_shutdown(none); }},
      {"on_shutdown()", [&] { context->on_shutdown(none); }},
      {"on_shutdown()", [&] { context->add_on_shutdown_callback(none); }},
      {"add_pre_shutdown_callback()", [&] { context->add_pre_shutdown_callback(none); }},
      {"add_pre_set_parameters_callback()",
       [&] { (void)node_->add_pre_set_parameters_callback(nullptr); }},
      {"add_on_set_parameters_callback()",
       [&] { (void)node_->add_on_set_parameters_callback(nullptr); }},
      {"add_post_set_parameters_callback()",
       [&] { (void)node_->add_post_set_parameters_callback(nullptr); }},
      {"create_jump_callback()",
       [&] { (void)clock->create_jump_callback(nullptr, nullptr, {true, {0}, {0}}); }},
      {"EventHandler()",
       [&] {
         Handler(none_of_event, rcl_publisher_event_init, publisher->get_publisher_handle(),
                 RCL_PUBLISHER_MATCHED);
       }},
      {"NodeTopics::create_publisher()",
       [&] { node_->get_node_topics_interface()->create_publisher("a", {}, 1); }},
      {"NodeTopics::create_subscription()",
       [&] { node_->get_node_topics_interface()->create_subscription("a", {}, 1); }},
  });
  EXPECT_TRUE(rclcpp::shutdown()) << "nothing that was refused is called";
}

TEST_F(ArgumentChecksOfNodes, APartOfANodeTakesNothingThatIsNull) {
  using namespace rclcpp::node_interfaces;
  const auto base = node_->get_node_base_interface();
  const auto clock = node_->get_node_clock_interface();
  const auto topics = node_->get_node_topics_interface();
  const auto services = node_->get_node_services_interface();
  const auto qos = rclcpp::QoS(1);
  const rclcpp::PublisherOptionsBase options;
  expect_refused({
      {"add_timer(): 'timer'",
       [&] { node_->get_node_timers_interface()->add_timer(nullptr, nullptr); }},
      {"add_publisher(): 'publisher'", [&] { topics->add_publisher(nullptr, nullptr); }},
      {"add_subscription(): 'subscription'", [&] { topics->add_subscription(nullptr, nullptr); }},
      {"add_client(): 'client'", [&] { services->add_client(nullptr, nullptr); }},
      {"add_service(): 'service'", [&] { services->add_service(nullptr, nullptr); }},
      {"add_waitable(): 'waitable'",
       [&] { node_->get_node_waitables_interface()->add_waitable(nullptr, nullptr); }},
      {"context argument unexpectedly nullptr",
       [] { rclcpp::Node("n", rclcpp::NodeOptions().context(nullptr)); }},
      {"NodeTopics()", [] { NodeTopics(nullptr, nullptr); }},
      {"NodeTimers()", [] { NodeTimers(nullptr); }},
      {"NodeServices()", [] { NodeServices(nullptr); }},
      {"NodeWaitables()", [] { NodeWaitables(nullptr); }},
      {"NodeGraph()", [] { NodeGraph(nullptr); }},
      {"NodeLogging()", [] { NodeLogging(nullptr); }},
      {"create_logger_services(): 'node_services'",
       [&] { NodeLogging(base).create_logger_services(nullptr); }},
      {"NodeParameters(): 'node_base'",
       [&] {
         NodeParameters(nullptr, nullptr, topics, services, clock, {}, false, false, qos, options,
                        false, false);
       }},
      {"NodeParameters(): 'node_clock'",
       [&] {
         NodeParameters(base, nullptr, topics, services, nullptr, {}, false, false, qos, options,
                        false, false);
       }},
      {"NodeParameters(): 'node_topics'",
       [&] {
         NodeParameters(base, nullptr, nullptr, services, clock, {}, false, true, qos, options,
                        false, false);
       }},
      {"NodeTypeDescriptions()", [&] { NodeTypeDescriptions(base, nullptr, nullptr, services); }},
      {"NodeTimeSource(): 'node_clock'",
       [&] {
         NodeTimeSource(base, nullptr, nullptr, nullptr, nullptr, nullptr,
                        node_->get_node_parameters_interface());
       }},
      {"ParameterService(): 'node_params'",
       [&] { rclcpp::ParameterService(base, services, nullptr); }},
      {"create_generic_client(): 'node_base'",
       [&] { rclcpp::create_generic_client(nullptr, nullptr, services, "s", "a/srv/B"); }},
      {"Publisher(): 'node_base'", [&] { rclcpp::Publisher<Clock>(nullptr, "a", qos, {}); }},
      {"Client(): 'node_base'",
       [&] { rclcpp::Client<ListParameters>(nullptr, "s", qos, nullptr); }},
      {"ExecutorEntitiesCollector::add_node()",
       [] {
         rclcpp::executors::ExecutorEntitiesCollector(
             std::make_shared<rclcpp::executors::ExecutorNotifyWaitable>())
             .add_node(nullptr);
       }},
  });
}

TEST_F(ArgumentChecksOfNodes, WhatIsHandedOverByHandIsNotNull) {
  const auto subscription = node_->create_subscription<Clock>("a", 1, [](const Clock&) {});
  const auto client = node_->create_client<ListParameters>("s");
  const auto id = std::make_shared<rmw_request_id_t>();
  const auto service = node_->create_service<ListParameters>(
      "s", [](ListParameters::Request::SharedPtr, ListParameters::Response::SharedPtr) {});
  rclcpp::AnySubscriptionCallback<Clock> any;
  any.set([](const Clock&) {});
  std::shared_ptr<void> none;
  const std::shared_ptr<rclcpp::SerializedMessage> no_bytes;
  rclcpp::MessageInfo info;
  expect_refused({
      {"handle_message()", [&] { subscription->handle_message(none, info); }},
      {"handle_message()", [&] { subscription->handle_loaned_message(nullptr, info); }},
      {"handle_message()", [&] { subscription->handle_serialized_message(no_bytes, info); }},
      {"dispatch()", [&] { any.dispatch(std::shared_ptr<Clock>(), info); }},
      {"dispatch()", [&] { any.dispatch(no_bytes, info); }},
      {"dispatch_intra_process()",
       [&] { any.dispatch_intra_process(std::shared_ptr<const Clock>(), info); }},
      {"dispatch()", [&] { any.dispatch_intra_process(std::unique_ptr<Clock>(), info); }},
      {"take_type_erased()", [&] { subscription->take_type_erased(nullptr, info); }},
      {"take_type_erased_response()", [&] { client->take_type_erased_response(nullptr, *id); }},
      {"take_type_erased_request()", [&] { service->take_type_erased_request(nullptr, *id); }},
      {"handle_response(): 'request_header'",
       [&] { client->handle_response(nullptr, client->create_response()); }},
      {"handle_response(): 'response'", [&] { client->handle_response(id, nullptr); }},
      {"handle_request(): 'request_header'",
       [&] { service->handle_request(nullptr, service->create_request()); }},
      {"handle_request(): 'request'", [&] { service->handle_request(id, nullptr); }},
  });
}

TEST_F(ArgumentChecksOfNodes, AValueThatIsNoneOfItsEnumerationIsRefused) {
  const auto type = static_cast<rcl_clock_type_t>(99);
  const auto group = static_cast<rclcpp::CallbackGroupType>(99);
  rclcpp::PublisherOptions publishing;
  publishing.require_unique_network_flow_endpoints =
      static_cast<rmw_unique_network_flow_endpoints_requirement_t>(99);
  const auto event = std::make_shared<rcl_interfaces::msg::ParameterEvent>();
  expect_refused({
      {"create_callback_group(): 'group_type' is 99", [&] { node_->create_callback_group(group); }},
      {"CallbackGroup(): 'group_type' is 99",
       [&] { rclcpp::CallbackGroup(group, node_->get_node_base_interface()->get_context()); }},
      {"declare_parameter(): 'type' is 99",
       [&] { node_->declare_parameter("p", static_cast<rclcpp::ParameterType>(99)); }},
      {"Time(): 'clock_type' is 99", [&] { rclcpp::Time(int64_t{0}, type); }},
      {"Time(): 'clock_type' is 99", [&] { rclcpp::Time(0, 0, type); }},
      {"Time(): 'clock_type' is 99", [&] { rclcpp::Time(builtin_interfaces::msg::Time(), type); }},
      {"Time(): 'clock_type' is 99", [&] { rclcpp::Time(rcl_time_point_t{0, type}); }},
      {"Time(): 'clock_type' is 99", [&] { rclcpp::Time::max(type); }},
      {"signal_handler_options' is 99",
       [] { rclcpp::install_signal_handlers(static_cast<rclcpp::SignalHandlerOptions>(99)); }},
      {"ParameterEventsFilter(): 'types' is 99",
       [&] {
         rclcpp::ParameterEventsFilter(event, {"p"},
                                       {static_cast<rclcpp::ParameterEventsFilter::EventType>(99)});
       }},
      {"'require_unique_network_flow_endpoints' is 99",
       [&] { node_->create_publisher<Clock>("a", 1, publishing); }},
  });
  EXPECT_THROW(rclcpp::Clock{type}, std::invalid_argument);
  EXPECT_THROW(rclcpp::Node("n", rclcpp::NodeOptions().clock_type(type)), std::invalid_argument);
  EXPECT_THROW(rclcpp::qos_policy_kind_to_cstr(static_cast<rclcpp::QosPolicyKind>(99)),
               std::invalid_argument);
  EXPECT_NO_THROW(rclcpp::Time(int64_t{0}, RCL_CLOCK_UNINITIALIZED));
  rclcpp::SubscriptionOptions subscribing;
  subscribing.intra_process_buffer_type = static_cast<rclcpp::IntraProcessBufferType>(99);
  EXPECT_THAT(refusal<std::runtime_error>([&] {
                node_->create_subscription<Clock>("a", 1, [](const Clock&) {}, subscribing);
              }),
              StartsWith("Unrecognized IntraProcessBufferType value"));
}

TEST(ArgumentChecks, ArgumentsAreAsManyAsTheyAreSaidToBe) {
  const char* const two[] = {"program", nullptr};
  const auto init = [](int argc, char const* const* argv) { rclcpp::Context().init(argc, argv); };
  expect_refused({
      {"remove_ros_arguments(): 'argc' is 1, and 'argv' is null",
       [] { rclcpp::remove_ros_arguments(1, nullptr); }},
      {"remove_ros_arguments(): 'argc' is -1", [&] { rclcpp::remove_ros_arguments(-1, two); }},
      {"argument 1 is null", [&] { rclcpp::remove_ros_arguments(2, two); }},
      {"Context::init(): 'argc' is 1, and 'argv' is null", [&] { init(1, nullptr); }},
      {"Context::init(): 'argc' is -1", [&] { init(-1, two); }},
      {"argument 1 is null", [&] { init(2, two); }},
      {"argc is <= 0, but argv is not NULL", [&] { init(0, two); }},
      {"rclcpp::init(): 'signal_handler_options' is 99",
       [] { rclcpp::init(0, nullptr, {}, static_cast<rclcpp::SignalHandlerOptions>(99)); }},
      {"Context::init(): 'argc' is 1, and 'argv' is null",
       [] { rclcpp::init_and_remove_ros_arguments(1, nullptr); }},
  });
  EXPECT_FALSE(rclcpp::ok());
  EXPECT_TRUE(rclcpp::remove_ros_arguments(0, nullptr).empty());
}

TEST_F(ArgumentChecksOfNodes, AnEventsExecutorSpinsForATime) {
  rclcpp::experimental::executors::EventsExecutor executor;
  for (const auto none : {0ns, -1ns}) {
    EXPECT_THAT(refusal<std::invalid_argument>([&] { executor.spin_all(none); }),
                StartsWith("max_duration must be positive"));
  }
  EXPECT_THAT(refusal<std::invalid_argument>([&] { executor_->spin_all(-1ns); }),
              StartsWith("max_duration must be greater than or equal to 0"));
  EXPECT_NO_THROW(executor_->spin_all(0ns));
  EXPECT_THAT(refusal<std::invalid_argument>(
                  [] { rclcpp::experimental::executors::EventsExecutor(nullptr); }),
              StartsWith("events_queue can't be a null pointer"));
}

TEST_F(ArgumentChecksOfNodes, ASettingThatIsNoneIsRefused) {
  rclcpp::PublisherOptions publishing;
  publishing.use_intra_process_comm = static_cast<rclcpp::IntraProcessSetting>(5);
  EXPECT_THAT(
      refusal<std::runtime_error>([&] { node_->create_publisher<Clock>("a", 1, publishing); }),
      StartsWith("Unrecognized IntraProcessSetting value"));
  rclcpp::SubscriptionOptions subscribing;
  subscribing.topic_stats_options.state = static_cast<rclcpp::TopicStatisticsState>(5);
  EXPECT_THAT(refusal<std::runtime_error>([&] {
                node_->create_subscription<Clock>("a", 1, [](const Clock&) {}, subscribing);
              }),
              StartsWith("Unrecognized EnableTopicStatistics value"));
  EXPECT_THAT(refusal<RCLInvalidArgument>(
                  [&] { node_->get_logger().set_level(static_cast<rclcpp::Logger::Level>(12)); }),
              StartsWith("Invalid parameter: Unable to determine severity_string"));
}

TEST_F(ArgumentChecksOfNodes, AContextThatWasShutDownStillTakesNodesAndSpinsNothing) {
  rclcpp::shutdown();
  const auto late = std::make_shared<rclcpp::Node>("late");
  bool ran = false;
  const auto timer = late->create_wall_timer(0ms, [&] { ran = true; });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(late);
  executor.spin_some();
  executor.spin();
  EXPECT_FALSE(ran);
  const auto guard = std::make_shared<rclcpp::GuardCondition>();
  rclcpp::WaitSet wait_set({}, {guard});
  EXPECT_EQ(wait_set.wait().kind(), rclcpp::WaitResultKind::Timeout);
}

TEST_F(ArgumentChecksOfNodes, AGuardConditionGoesIntoAWaitSetThatIsOne) {
  rclcpp::GuardCondition guard;
  rcl_wait_set_t none = rcl_get_zero_initialized_wait_set();
  EXPECT_THROW(guard.add_to_wait_set(none), rclcpp::exceptions::RCLError);
  EXPECT_THROW(guard.add_to_wait_set(none), rclcpp::exceptions::RCLError) << "it is in none";
}

TEST_F(ArgumentChecksOfNodes, BytesThatAreNotThereAreNotRead) {
  const rclcpp::Serialization<Clock> serialization;
  Clock clock;
  const rclcpp::SerializedMessage empty;
  rclcpp::SerializedMessage bytes;
  using rcpputils::IllegalStateException;
  EXPECT_THROW(serialization.serialize_message(nullptr, &bytes), IllegalStateException);
  EXPECT_THROW(serialization.serialize_message(&clock, nullptr), IllegalStateException);
  EXPECT_THROW(serialization.deserialize_message(nullptr, &clock), IllegalStateException);
  EXPECT_THROW(serialization.deserialize_message(&empty, &clock), IllegalStateException);
  EXPECT_THROW(rclcpp::SerializedMessage(SIZE_MAX), rclcpp::exceptions::RCLBadAlloc);
}

}  // namespace
