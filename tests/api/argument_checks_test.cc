// What the API does not take, it refuses at once, with the exception of ROS 2.
#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <future>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <vector>

#include "rcl/wait.h"
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#include "rclcpp/experimental/timers_manager.hpp"
#include "rclcpp/parameter_events_filter.hpp"
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
using testing::StartsWith;

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
    (void)clock.create_jump_callback(nullptr, nullptr, {true, {forward}, {backward}});
  };
  EXPECT_THAT(refusal<std::invalid_argument>([&] { add(-1, 0); }),
              StartsWith("Failed to add time jump callback: a jump threshold needs min_forward"));
  EXPECT_THROW(add(0, 1), std::invalid_argument);
  EXPECT_NO_THROW(add(1, -1));
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
