// What the API does not take, it refuses at once, with the exception of ROS 2.
#include <gmock/gmock.h>

#include <chrono>
#include <rosgraph_msgs/msg/clock.hpp>

#include "rcl/wait.h"
#include "rclcpp/experimental/executors/events_executor/events_executor.hpp"
#include "rclcpp/experimental/timers_manager.hpp"
#include "rclcpp/serialization.hpp"
#include "rcpputils/asserts.hpp"
#include "refusal.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
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
