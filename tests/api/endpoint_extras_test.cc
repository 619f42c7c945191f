// What endpoints can do beside carrying messages: loans, acknowledgements,
// network flows, names of sub-nodes, services of the logger.
#include <gmock/gmock.h>

#include <rcl_interfaces/msg/log.hpp>
#include <rcl_interfaces/srv/get_logger_levels.hpp>
#include <rcl_interfaces/srv/set_logger_levels.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <sstream>

#include "covers.h"
#include "rclcpp/loaned_message.hpp"
#include "rclcpp/network_flow_endpoint.hpp"
#include "running.hpp"

namespace {

using rosgraph_msgs::msg::Clock;

class EndpointExtras : public Running {
 protected:
  EndpointExtras() {
    init();
    node_ = node("own");
  }
  ~EndpointExtras() override { node_.reset(); }
  static rclcpp::SubscriptionOptions by_network() {
    rclcpp::SubscriptionOptions options;
    options.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
    return options;
  }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(EndpointExtras, ALoanIsHandedOverAsItIs) {
  COVERS("rclcpp::Publisher", "borrow_loaned_message");
  COVERS("rclcpp::{Publisher,Subscription}Base", "can_loan_messages");
  COVERS("rclcpp::LoanedMessage", "get", "is_valid");
  auto publisher = node_->create_publisher<Clock>("a", 10);
  std::unique_ptr<Clock> got;
  auto subscription = node_->create_subscription<Clock>(
      "a", 10, [&](std::unique_ptr<Clock> clock) { got = std::move(clock); });
  EXPECT_TRUE(publisher->can_loan_messages());
  EXPECT_TRUE(subscription->can_loan_messages());
  rclcpp::LoanedMessage<Clock> loan = publisher->borrow_loaned_message();
  ASSERT_TRUE(loan.is_valid());
  loan.get().clock.sec = 7;
  const Clock* const address = &loan.get();
  publisher->publish(std::move(loan));
  wait_until([&] { return got != nullptr; });
  EXPECT_EQ(got.get(), address);
  EXPECT_EQ(got->clock.sec, 7);
}

TEST_F(EndpointExtras, ALoanIsPublishedOrReleasedOnce) {
  COVERS("rclcpp::LoanedMessage", "release");
  auto publisher = node_->create_publisher<Clock>("a", 10);
  auto loan = publisher->borrow_loaned_message();
  auto other = std::move(loan);
  EXPECT_FALSE(loan.is_valid());
  EXPECT_THROW(loan.get(), std::runtime_error);
  EXPECT_THROW(publisher->publish(std::move(loan)), std::runtime_error);
  EXPECT_NE(other.release(), nullptr);
  EXPECT_FALSE(other.is_valid());
}

TEST_F(EndpointExtras, AcknowledgementsAreWaitedFor) {
  auto publisher = node_->create_publisher<Clock>("a", rclcpp::QoS(10).reliable());
  EXPECT_TRUE(publisher->wait_for_all_acked());  // nobody is there
  int got = 0;
  auto subscription =
      node_->create_subscription<Clock>("a", 10, [&](const Clock&) { ++got; }, by_network());
  wait_until([&] { return publisher->get_subscription_count() == 1; });
  for (int i = 0; i < 5; ++i) publisher->publish(Clock());
  EXPECT_TRUE(publisher->wait_for_all_acked(std::chrono::seconds(30)));
  wait_until([&] { return got == 5; });
}

TEST_F(EndpointExtras, NetworkFlowsAreNotTold) {
  COVERS("rclcpp::{Publisher,Subscription}Base", "get_network_flow_endpoints");
  auto publisher = node_->create_publisher<Clock>("a", 10);
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {});
  EXPECT_THROW(publisher->get_network_flow_endpoints(), rclcpp::exceptions::RCLError);
  try {
    subscription->get_network_flow_endpoints();
    FAIL() << "Cyclone tells no flows";
  } catch (const rclcpp::exceptions::RCLError& error) {
    EXPECT_EQ(error.ret, RCL_RET_UNSUPPORTED);
    EXPECT_THAT(error.what(), testing::HasSubstr("/a"));
  }
  rclcpp::PublisherOptions strict;
  strict.require_unique_network_flow_endpoints =
      RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED;
  EXPECT_THROW(node_->create_publisher<Clock>("a", 10, strict), rclcpp::exceptions::RCLError);
  rclcpp::SubscriptionOptions optional;
  optional.require_unique_network_flow_endpoints =
      RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_OPTIONALLY_REQUIRED;
  EXPECT_NO_THROW(node_->create_subscription<Clock>("a", 10, [](const Clock&) {}, optional));
  optional.require_unique_network_flow_endpoints =
      RMW_UNIQUE_NETWORK_FLOW_ENDPOINTS_STRICTLY_REQUIRED;
  EXPECT_THROW(node_->create_subscription<Clock>(
                   "a", 10, [](const Clock&) {}, optional),
               rclcpp::exceptions::RCLError);
}

TEST(NetworkFlowEndpointTest, IsAValueThatCanBePrinted) {
  COVERS("rclcpp::NetworkFlowEndpoint", "dscp", "flow_label", "internet_address",
         "internet_protocol", "transport_port", "transport_protocol");
  COVERS("rclcpp/network_flow_endpoint.hpp rclcpp", "operator!=", "operator==", "operator<<");
  rcl_network_flow_endpoint_t raw{
      RMW_TRANSPORT_PROTOCOL_UDP, RMW_INTERNET_PROTOCOL_IPV4, 7400, 1, 2, "127.0.0.1"};
  const rclcpp::NetworkFlowEndpoint endpoint(raw);
  EXPECT_EQ(endpoint.transport_protocol(), "UDP");
  EXPECT_EQ(endpoint.internet_protocol(), "IPv4");
  EXPECT_EQ(endpoint.transport_port(), 7400);
  EXPECT_EQ(endpoint.flow_label(), 1u);
  EXPECT_EQ(endpoint.dscp(), 2);
  EXPECT_EQ(endpoint.internet_address(), "127.0.0.1");
  raw.dscp = 3;
  EXPECT_TRUE(endpoint != rclcpp::NetworkFlowEndpoint(raw));
  raw.dscp = 2;
  EXPECT_TRUE(endpoint == rclcpp::NetworkFlowEndpoint(raw));
  raw.transport_protocol = RMW_TRANSPORT_PROTOCOL_TCP;
  raw.internet_protocol = RMW_INTERNET_PROTOCOL_UNKNOWN;
  std::ostringstream text;
  text << rclcpp::NetworkFlowEndpoint(raw);
  EXPECT_EQ(text.str(),
            "{\"transportProtocol\": \"TCP\", \"internetProtocol\": \"Unknown\", "
            "\"transportPort\": \"7400\", \"flowLabel\": \"1\", \"dscp\": \"2\", "
            "\"internetAddress\": \"127.0.0.1\"}");
}

TEST_F(EndpointExtras, SubNodesPutTheirNameInFront) {
  COVERS("rclcpp::Node", "create_sub_node", "get_effective_namespace", "get_sub_namespace");
  auto arm = node_->create_sub_node("left")->create_sub_node("arm");
  EXPECT_EQ(arm->get_sub_namespace(), "left/arm");
  EXPECT_EQ(arm->get_effective_namespace(), "/left/arm");
  EXPECT_STREQ(arm->get_namespace(), "/");
  const auto ignore = [](const Clock&) {};
  EXPECT_STREQ(arm->create_publisher<Clock>("a", 1)->get_topic_name(), "/left/arm/a");
  EXPECT_STREQ(arm->create_publisher<Clock>("/a", 1)->get_topic_name(), "/a");
  EXPECT_STREQ(arm->create_publisher<Clock>("~/a", 1)->get_topic_name(), "/own/a");
  EXPECT_STREQ(arm->create_subscription<Clock>("a", 1, ignore)->get_topic_name(), "/left/arm/a");
  EXPECT_STREQ(arm->create_client<rcl_interfaces::srv::GetLoggerLevels>("s")->get_service_name(),
               "/left/arm/s");
  EXPECT_STREQ(arm->create_generic_publisher("a", "rosgraph_msgs/msg/Clock", 1)->get_topic_name(),
               "/left/arm/a");
}

TEST_F(EndpointExtras, LoggerServicesReadAndSetLevels) {
  auto logging = node("logging", rclcpp::NodeOptions().enable_logger_service(true));
  rcl_interfaces::srv::SetLoggerLevels::Request set;
  set.levels.resize(2);
  set.levels[0].name = "own";
  set.levels[0].level = rcl_interfaces::msg::Log::ERROR;
  set.levels[1].name = "own";
  set.levels[1].level = 12;
  const auto results =
      ask<rcl_interfaces::srv::SetLoggerLevels>(node_, "/logging/set_logger_levels", set).results;
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_FALSE(results[1].successful);
  EXPECT_THAT(results[1].reason, testing::HasSubstr("12"));
  rcl_interfaces::srv::GetLoggerLevels::Request get;
  get.names = {"own", "another"};
  const auto levels =
      ask<rcl_interfaces::srv::GetLoggerLevels>(node_, "/logging/get_logger_levels", get).levels;
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_EQ(levels[0].level, rcl_interfaces::msg::Log::ERROR);
  EXPECT_EQ(levels[1].level, 0u);  // unset
  EXPECT_EQ(node_->get_logger().get_effective_level(), rclcpp::Logger::Level::Error);
  node_->get_logger().set_level(rclcpp::Logger::Level::Unset);
}

}  // namespace
