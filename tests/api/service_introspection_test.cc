// What clients and services tell of their requests and replies.
#include <gmock/gmock.h>

#include <algorithm>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <service_msgs/msg/service_event_info.hpp>

#include "covers.h"
#include "rcl/service_introspection.h"
#include "running.hpp"

namespace {

using example_interfaces::srv::AddTwoInts;
using Event = AddTwoInts::Event;
using service_msgs::msg::ServiceEventInfo;

class IntrospectionTest : public Running {
 protected:
  IntrospectionTest() {
    init();
    node_ = node("own");
    service_ = node_->create_service<AddTwoInts>(
        "add", [](const std::shared_ptr<AddTwoInts::Request> request,
                  std::shared_ptr<AddTwoInts::Response> response) {
          response->sum = request->a + request->b;
        });
    client_ = node_->create_client<AddTwoInts>("add");
    listener_ = node_->create_subscription<Event>(
        "add/_service_event", 100, [this](const Event& event) { events_.push_back(event); });
  }
  ~IntrospectionTest() override {
    listener_.reset();
    client_.reset();
    service_.reset();
    node_.reset();
  }

  void configure(rcl_service_introspection_state_t client,
                 rcl_service_introspection_state_t service) {
    client_->configure_introspection(node_->get_clock(), rclcpp::SystemDefaultsQoS(), client);
    service_->configure_introspection(node_->get_clock(), rclcpp::SystemDefaultsQoS(), service);
  }
  std::int64_t add(std::int64_t a, std::int64_t b) {
    auto request = std::make_shared<AddTwoInts::Request>();
    request->a = a;
    request->b = b;
    auto future = client_->async_send_request(request);
    EXPECT_EQ(executor_->spin_until_future_complete(future, std::chrono::seconds(30)),
              rclcpp::FutureReturnCode::SUCCESS);
    return future.get()->sum;
  }
  const Event& event(std::uint8_t kind) {
    const auto found = std::find_if(events_.begin(), events_.end(), [&](const Event& event) {
      return event.info.event_type == kind;
    });
    EXPECT_NE(found, events_.end()) << "no event of kind " << int{kind};
    static const Event none;
    return found == events_.end() ? none : *found;
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Service<AddTwoInts>::SharedPtr service_;
  rclcpp::Client<AddTwoInts>::SharedPtr client_;
  rclcpp::Subscription<Event>::SharedPtr listener_;
  std::vector<Event> events_;
};

TEST_F(IntrospectionTest, NothingIsToldUnlessAsked) {
  add(1, 2);
  EXPECT_EQ(node_->count_publishers("add/_service_event"), 0u);
  configure(RCL_SERVICE_INTROSPECTION_METADATA, RCL_SERVICE_INTROSPECTION_METADATA);
  EXPECT_EQ(node_->count_publishers("add/_service_event"), 2u);
  add(1, 2);
  wait_until([&] { return events_.size() == 4; });
  configure(RCL_SERVICE_INTROSPECTION_OFF, RCL_SERVICE_INTROSPECTION_OFF);
  EXPECT_EQ(node_->count_publishers("add/_service_event"), 0u);
  add(1, 2);
  executor_->spin_some();
  EXPECT_EQ(events_.size(), 4u);
}

TEST_F(IntrospectionTest, MetadataNamesTheRequestInEveryEvent) {
  const rclcpp::Time before = node_->now();
  configure(RCL_SERVICE_INTROSPECTION_METADATA, RCL_SERVICE_INTROSPECTION_METADATA);
  add(1, 2);
  wait_until([&] { return events_.size() == 4; });
  const ServiceEventInfo sent = event(ServiceEventInfo::REQUEST_SENT).info;
  for (const auto kind : {ServiceEventInfo::REQUEST_RECEIVED, ServiceEventInfo::RESPONSE_SENT,
                          ServiceEventInfo::RESPONSE_RECEIVED}) {
    EXPECT_EQ(event(kind).info.client_gid, sent.client_gid);
    EXPECT_EQ(event(kind).info.sequence_number, sent.sequence_number);
    EXPECT_GE(rclcpp::Time(event(kind).info.stamp, before.get_clock_type()), before);
    EXPECT_TRUE(event(kind).request.empty());
    EXPECT_TRUE(event(kind).response.empty());
  }
}

TEST_F(IntrospectionTest, ContentsHaveTheRequestOrTheReply) {
  COVERS("rclcpp::{Client,Service}", "configure_introspection");
  const auto contents = RCL_SERVICE_INTROSPECTION_CONTENTS;
  client_->configure_introspection(node_->get_clock(), rclcpp::SystemDefaultsQoS(), contents);
  service_->configure_introspection(node_->get_clock(), rclcpp::SystemDefaultsQoS(), contents);
  EXPECT_EQ(add(20, 22), 42);
  wait_until([&] { return events_.size() == 4; });
  for (const auto kind : {ServiceEventInfo::REQUEST_SENT, ServiceEventInfo::REQUEST_RECEIVED}) {
    ASSERT_EQ(event(kind).request.size(), 1u);
    EXPECT_EQ(event(kind).request[0].b, 22);
    EXPECT_TRUE(event(kind).response.empty());
  }
  for (const auto kind : {ServiceEventInfo::RESPONSE_SENT, ServiceEventInfo::RESPONSE_RECEIVED}) {
    ASSERT_EQ(event(kind).response.size(), 1u);
    EXPECT_EQ(event(kind).response[0].sum, 42);
    EXPECT_TRUE(event(kind).request.empty());
  }
}

TEST_F(IntrospectionTest, EachSideIsConfiguredByItself) {
  configure(RCL_SERVICE_INTROSPECTION_OFF, RCL_SERVICE_INTROSPECTION_CONTENTS);
  add(1, 1);
  wait_until([&] { return events_.size() == 2; });
  EXPECT_EQ(event(ServiceEventInfo::REQUEST_RECEIVED).request.size(), 1u);
  events_.clear();
  configure(RCL_SERVICE_INTROSPECTION_METADATA, RCL_SERVICE_INTROSPECTION_METADATA);
  add(1, 1);
  wait_until([&] { return events_.size() == 4; });
  EXPECT_TRUE(event(ServiceEventInfo::REQUEST_RECEIVED).request.empty());
}

TEST_F(IntrospectionTest, TheEventTypeIsThatOfTheService) {
  configure(RCL_SERVICE_INTROSPECTION_METADATA, RCL_SERVICE_INTROSPECTION_OFF);
  const auto infos = node_->get_publishers_info_by_topic("add/_service_event");
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].topic_type(), "example_interfaces/srv/AddTwoInts_Event");
  EXPECT_THROW(client_->configure_introspection(nullptr, rclcpp::SystemDefaultsQoS(),
                                                RCL_SERVICE_INTROSPECTION_METADATA),
               std::invalid_argument);
}

}  // namespace
