// Callbacks that hear of every arrival, whatever runs the entity.
#include <gtest/gtest.h>

#include <example_interfaces/srv/add_two_ints.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using rosgraph_msgs::msg::Clock;

class OnNew : public Running {
 protected:
  OnNew() {
    init();
    node_ = std::make_shared<rclcpp::Node>("own");  // of no executor
  }
  ~OnNew() override { node_.reset(); }
  auto count() {
    return [this](size_t of_them) { count_ += of_them; };
  }
  rclcpp::Node::SharedPtr node_;
  size_t count_ = 0;
};

TEST_F(OnNew, MessagesAreCounted) {
  COVERS("rclcpp::SubscriptionBase", "set_on_new_message_callback",
         "clear_on_new_message_callback");
  auto subscription = node_->create_subscription<Clock>("a", 10, [](const Clock&) {});
  auto publisher = node_->create_publisher<Clock>("a", 10);
  publisher->publish(Clock());
  publisher->publish(Clock());
  subscription->set_on_new_message_callback(count());
  EXPECT_EQ(count_, 2u) << "they wait already";
  publisher->publish(Clock());
  EXPECT_EQ(count_, 3u);
  subscription->set_on_new_message_callback([](size_t) {});  // in place of the other
  publisher->publish(Clock());
  EXPECT_EQ(count_, 3u);
  subscription->clear_on_new_message_callback();
  EXPECT_THROW(subscription->set_on_new_message_callback(nullptr), std::invalid_argument);
}

TEST_F(OnNew, RequestsAndRepliesAreCounted) {
  COVERS("rclcpp::ServiceBase", "set_on_new_request_callback", "clear_on_new_request_callback");
  COVERS("rclcpp::ClientBase", "set_on_new_response_callback", "clear_on_new_response_callback");
  auto service = node_->create_service<AddTwoInts>(
      "add", [](std::shared_ptr<AddTwoInts::Request>, std::shared_ptr<AddTwoInts::Response>) {});
  auto client = node_->create_client<AddTwoInts>("add");
  service->set_on_new_request_callback(count());
  (void)client->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_EQ(count_, 1u);
  service->clear_on_new_request_callback();
  (void)client->async_send_request(std::make_shared<AddTwoInts::Request>());
  EXPECT_EQ(count_, 1u);
  client->set_on_new_response_callback(count());
  auto header = service->create_request_header();
  auto request = service->create_request();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(service->take_type_erased_request(request.get(), *header));
    service->handle_request(header, request);
    EXPECT_EQ(count_, 2u);
    client->clear_on_new_response_callback();
  }
  EXPECT_THROW(service->set_on_new_request_callback(nullptr), std::invalid_argument);
  EXPECT_THROW(client->set_on_new_response_callback(nullptr), std::invalid_argument);
}

TEST_F(OnNew, QosEventsAreCounted) {
  COVERS("rclcpp::{Publisher,Subscription}Base", "set_on_new_qos_event_callback",
         "clear_on_new_qos_event_callback");
  rclcpp::PublisherOptions publishing;
  publishing.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  rclcpp::SubscriptionOptions subscribing;
  subscribing.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
  auto publisher = node_->create_publisher<Clock>("a", 10, publishing);
  publisher->set_on_new_qos_event_callback(count(), RCL_PUBLISHER_MATCHED);
  auto subscription =
      node_->create_subscription<Clock>("a", 10, [](const Clock&) {}, subscribing);
  EXPECT_EQ(count_, 1u);
  publisher->clear_on_new_qos_event_callback(RCL_PUBLISHER_MATCHED);
  count_ = 0;
  subscription->set_on_new_qos_event_callback(count(), RCL_SUBSCRIPTION_MATCHED);
  const size_t before = count_;  // the match may be told now
  publisher.reset();
  EXPECT_EQ(count_, before + 1);
  subscription->clear_on_new_qos_event_callback(RCL_SUBSCRIPTION_MATCHED);
  EXPECT_THROW(subscription->set_on_new_qos_event_callback(count(), RCL_SUBSCRIPTION_MESSAGE_LOST),
               std::invalid_argument);
}

}  // namespace
