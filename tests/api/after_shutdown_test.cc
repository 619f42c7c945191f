// What a context that was shut down takes and answers: as in ROS 2, nothing is made in it.
#include <gmock/gmock.h>

#include <functional>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <vector>

#include "refusal.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rcl_interfaces::srv::ListParameters;
using rclcpp::exceptions::RCLError;
using rosgraph_msgs::msg::Clock;
using testing::StartsWith;

class AfterShutdown : public Running {
 protected:
  AfterShutdown() {
    init();
    node_ = node("own");
    publisher_ = node_->create_publisher<Clock>("a", 1);
    subscription_ = node_->create_subscription<Clock>("a", 1, [](const Clock&) {});
    service_ = node_->create_service<ListParameters>(
        "s", [](ListParameters::Request::SharedPtr, ListParameters::Response::SharedPtr) {});
    client_ = node_->create_client<ListParameters>("s");
    EXPECT_TRUE(client_->wait_for_service(30s));
  }

  struct Call {
    const char* words;
    std::function<void()> make;
  };
  static void expect_refused(const std::vector<Call>& calls) {
    for (const Call& call : calls) {
      EXPECT_THAT(refusal<RCLError>(call.make), StartsWith(call.words));
    }
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<Clock>::SharedPtr publisher_;
  rclcpp::Subscription<Clock>::SharedPtr subscription_;
  rclcpp::Service<ListParameters>::SharedPtr service_;
  rclcpp::Client<ListParameters>::SharedPtr client_;
};

constexpr const char* kNoGuard = "failed to create guard condition: the given context is not valid";
constexpr const char* kNoTimer =
    "Couldn't initialize rcl timer handle: the given context is not valid";

TEST_F(AfterShutdown, NothingIsMade) {
  rclcpp::shutdown();
  const auto context = node_->get_node_base_interface()->get_context();
  const auto future = std::promise<void>().get_future().share();
  expect_refused({
      {kNoGuard, [] { rclcpp::Node("late"); }},
      {kNoGuard, [] { rclcpp::GuardCondition(); }},
      {kNoGuard, [] { rclcpp::executors::SingleThreadedExecutor(); }},
      {kNoGuard, [] { rclcpp::executors::MultiThreadedExecutor(); }},
      {kNoGuard, [] { rclcpp::WaitSet(); }},
      {kNoGuard, [&] { rclcpp::spin(node_); }},
      {kNoGuard, [&] { rclcpp::spin_some(node_); }},
      {kNoGuard, [&] { rclcpp::spin_until_future_complete(node_, future, 1ms); }},
      {kNoTimer, [&] { node_->create_wall_timer(1ms, [] {}); }},
      {kNoTimer, [&] { node_->create_timer(1ms, [] {}); }},
      {kNoTimer, [&] { rclcpp::WallTimer<std::function<void()>>(1ms, [] {}, context); }},
      {"could not create publisher: rcl node's context is invalid",
       [&] { node_->create_publisher<Clock>("b", 1); }},
      {"could not create publisher: rcl node's context is invalid",
       [&] { node_->create_generic_publisher("b", "rosgraph_msgs/msg/Clock", 1); }},
      {"could not create subscription: rcl node's context is invalid",
       [&] { node_->create_subscription<Clock>("b", 1, [](const Clock&) {}); }},
      {"could not create client: rcl node's context is invalid",
       [&] { node_->create_client<ListParameters>("t"); }},
      {"could not create service: rcl node's context is invalid",
       [&] {
         node_->create_service<ListParameters>(
             "t", [](ListParameters::Request::SharedPtr, ListParameters::Response::SharedPtr) {});
       }},
  });
}

TEST_F(AfterShutdown, TheGraphIsNotAsked) {
  rclcpp::shutdown();
  const auto graph = node_->get_node_graph_interface();
  constexpr const char* kByNode = "failed to get topic names and types by node: rcl node's context";
  constexpr const char* kServicesByNode =
      "failed to get service names and types by node: rcl node's context";
  expect_refused({
      {"failed to get topic names and types: rcl node's context is invalid: that of node '/own'",
       [&] { node_->get_topic_names_and_types(); }},
      {"failed to get service names and types: rcl node's context is invalid",
       [&] { node_->get_service_names_and_types(); }},
      {kByNode, [&] { graph->get_publisher_names_and_types_by_node("own", "/"); }},
      {kByNode, [&] { graph->get_subscriber_names_and_types_by_node("own", "/"); }},
      {kServicesByNode, [&] { graph->get_service_names_and_types_by_node("own", "/"); }},
      {kServicesByNode, [&] { graph->get_client_names_and_types_by_node("own", "/"); }},
      {"failed to get node names: ", [&] { node_->get_node_names(); }},
      {"failed to get node names: ", [&] { graph->get_node_names_and_namespaces(); }},
      {"failed to get node names with enclaves: ", [&] { graph->get_node_names_with_enclaves(); }},
      {"could not count publishers: ", [&] { node_->count_publishers("a"); }},
      {"could not count subscribers: ", [&] { node_->count_subscribers("a"); }},
      {"could not count clients: ", [&] { node_->count_clients("s"); }},
      {"could not count services: ", [&] { node_->count_services("s"); }},
      {"Failed to get information by topic for publishers",
       [&] { node_->get_publishers_info_by_topic("a"); }},
      {"Failed to get information by topic for subscriptions",
       [&] { node_->get_subscriptions_info_by_topic("a"); }},
  });
}

TEST_F(AfterShutdown, WhatWasMadeBeforeAnswersThatItIsOver) {
  EXPECT_EQ(publisher_->get_subscription_count(), 1u);
  EXPECT_TRUE(client_->service_is_ready());
  rclcpp::WaitSet before({}, {std::make_shared<rclcpp::GuardCondition>()});
  rclcpp::shutdown();
  EXPECT_EQ(publisher_->get_subscription_count(), 0u);
  EXPECT_FALSE(publisher_->assert_liveliness());
  EXPECT_THAT(refusal<RCLError>([&] { publisher_->wait_for_all_acked(1h); }),
              StartsWith("publisher's context is invalid: that of '/a'"));
  EXPECT_NO_THROW(publisher_->publish(Clock()));
  EXPECT_FALSE(client_->service_is_ready()) << "the server is still there";
  EXPECT_FALSE(client_->wait_for_service());
  EXPECT_FALSE(client_->wait_for_service(1h));
  const auto context = node_->get_node_base_interface()->get_context();
  EXPECT_THAT(refusal<rclcpp::exceptions::RCLInvalidArgument>([&] { context->get_domain_id(); }),
              StartsWith("failed to get domain id from context: "));
  executor_->spin();
  executor_->spin_some();
  EXPECT_EQ(executor_->spin_until_future_complete(std::promise<void>().get_future(), 1h),
            rclcpp::FutureReturnCode::INTERRUPTED);
  EXPECT_EQ(before.wait().kind(), rclcpp::WaitResultKind::Timeout);
}

TEST_F(AfterShutdown, WhatIsMadeWhenItIsAskedForIsStillGiven) {
  rclcpp::shutdown();
  const auto base = node_->get_node_base_interface();
  EXPECT_NE(node_->create_callback_group(rclcpp::CallbackGroupType::Reentrant), nullptr);
  EXPECT_NO_THROW(base->trigger_notify_guard_condition());
  EXPECT_NE(node_->get_node_graph_interface()->get_graph_guard_condition(), nullptr);
  EXPECT_NO_THROW(node_->wait_for_graph_change(node_->get_graph_event(), 1h));
  EXPECT_NO_THROW(node_->declare_parameter("p", 1));
  EXPECT_TRUE(node_->set_parameter(rclcpp::Parameter("p", 2)).successful);
}

TEST_F(AfterShutdown, TheNextInitTakesNodesAndNotThoseOfTheOneBefore) {
  rclcpp::shutdown();
  executor_.reset();
  init();
  const auto fresh = node("fresh");
  EXPECT_NO_THROW(fresh->create_publisher<Clock>("b", 1));
  EXPECT_THAT(refusal<RCLError>([&] { node_->create_publisher<Clock>("b", 1); }),
              StartsWith("could not create publisher: rcl node's context is invalid"));
}

}  // namespace
