// What publishers and subscriptions are told of each other.
#include <gmock/gmock.h>

#include <builtin_interfaces/msg/time.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rosgraph_msgs::msg::Clock;

class EventsTest : public Running {
 protected:
  EventsTest() {
    init();
    node_ = node("own");
  }
  ~EventsTest() override { node_.reset(); }

  rclcpp::Publisher<Clock>::SharedPtr publisher(const rclcpp::QoS& qos,
                                                const rclcpp::PublisherEventCallbacks& callbacks) {
    rclcpp::PublisherOptions options;
    options.event_callbacks = callbacks;
    return node_->create_publisher<Clock>("a", qos, options);
  }
  template <class MessageT = Clock>
  auto subscription(const rclcpp::QoS& qos, const rclcpp::SubscriptionEventCallbacks& callbacks) {
    rclcpp::SubscriptionOptions options;
    options.event_callbacks = callbacks;
    return node_->create_subscription<MessageT>("a", qos, [](const MessageT&) {}, options);
  }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(EventsTest, BothEndsAreToldOfTheirMatches) {
  COVERS("rclcpp", "MatchedInfo", "PublisherMatchedCallbackType",
         "SubscriptionMatchedCallbackType");
  COVERS("rclcpp::PublisherEventCallbacks");
  COVERS("rclcpp::SubscriptionEventCallbacks");
  rclcpp::MatchedInfo at_publisher{}, at_subscription{};
  const rclcpp::PublisherMatchedCallbackType of_publisher = [&](rclcpp::MatchedInfo& info) {
    at_publisher = info;
  };
  const rclcpp::SubscriptionMatchedCallbackType of_subscription = [&](rclcpp::MatchedInfo& info) {
    at_subscription = info;
  };
  rclcpp::PublisherEventCallbacks out;
  out.matched_callback = of_publisher;
  rclcpp::SubscriptionEventCallbacks in;
  in.matched_callback = of_subscription;
  const auto a = publisher(1, out);
  auto b = subscription(1, in);
  wait_until([&] { return at_publisher.total_count == 1 && at_subscription.total_count == 1; });
  EXPECT_EQ(at_publisher.current_count, 1u);
  EXPECT_EQ(at_subscription.current_count_change, 1);
  b.reset();
  wait_until([&] { return at_publisher.current_count == 0; });
  EXPECT_EQ(at_publisher.total_count, 1u);
  EXPECT_EQ(at_publisher.current_count_change, -1);
}

TEST_F(EventsTest, BothEndsAreToldWhichPolicyKeepsThemApart) {
  COVERS("rclcpp", "QOSOfferedIncompatibleQoSInfo", "QOSOfferedIncompatibleQoSCallbackType",
         "QOSRequestedIncompatibleQoSInfo", "QOSRequestedIncompatibleQoSCallbackType");
  rclcpp::QOSOfferedIncompatibleQoSInfo offered{};
  rclcpp::QOSRequestedIncompatibleQoSInfo requested{};
  const rclcpp::QOSOfferedIncompatibleQoSCallbackType of_publisher =
      [&](rclcpp::QOSOfferedIncompatibleQoSInfo& info) { offered = info; };
  const rclcpp::QOSRequestedIncompatibleQoSCallbackType of_subscription =
      [&](rclcpp::QOSRequestedIncompatibleQoSInfo& info) { requested = info; };
  rclcpp::PublisherEventCallbacks out;
  out.incompatible_qos_callback = of_publisher;
  rclcpp::SubscriptionEventCallbacks in;
  in.incompatible_qos_callback = of_subscription;
  const auto a = publisher(rclcpp::QoS(1).best_effort(), out);
  const auto b = subscription(1, in);
  wait_until([&] { return offered.total_count > 0 && requested.total_count > 0; });
  EXPECT_EQ(offered.last_policy_kind, RMW_QOS_POLICY_RELIABILITY);
  EXPECT_EQ(requested.last_policy_kind, RMW_QOS_POLICY_RELIABILITY);
}

TEST_F(EventsTest, BothEndsAreToldOfAnotherTypeUnderTheirTopic) {
  COVERS("rclcpp", "IncompatibleTypeInfo", "IncompatibleTypeCallbackType");
  int at_publisher = 0, at_subscription = 0;
  const rclcpp::IncompatibleTypeCallbackType of_publisher =
      [&](rclcpp::IncompatibleTypeInfo& info) { at_publisher = info.total_count; };
  rclcpp::PublisherEventCallbacks out;
  out.incompatible_type_callback = of_publisher;
  rclcpp::SubscriptionEventCallbacks in;
  in.incompatible_type_callback = [&](rclcpp::IncompatibleTypeInfo& info) {
    at_subscription = info.total_count;
  };
  const auto a = publisher(1, out);
  const auto b = subscription<builtin_interfaces::msg::Time>(1, in);
  wait_until([&] { return at_publisher > 0 && at_subscription > 0; });
}

TEST_F(EventsTest, ADeadlineThatPassesIsToldAtBothEnds) {
  COVERS("rclcpp", "QOSDeadlineOfferedInfo", "QOSDeadlineOfferedCallbackType",
         "QOSDeadlineRequestedInfo", "QOSDeadlineRequestedCallbackType");
  int offered = 0, requested = 0;
  const rclcpp::QOSDeadlineOfferedCallbackType of_publisher =
      [&](rclcpp::QOSDeadlineOfferedInfo& info) { offered = info.total_count; };
  const rclcpp::QOSDeadlineRequestedCallbackType of_subscription =
      [&](rclcpp::QOSDeadlineRequestedInfo& info) { requested = info.total_count; };
  rclcpp::PublisherEventCallbacks out;
  out.deadline_callback = of_publisher;
  rclcpp::SubscriptionEventCallbacks in;
  in.deadline_callback = of_subscription;
  const auto qos = rclcpp::QoS(1).deadline(10ms);
  const auto a = publisher(qos, out);
  const auto b = subscription(qos, in);
  a->publish(Clock());
  wait_until([&] { return offered > 0 && requested > 0; });
}

TEST_F(EventsTest, ALeaseThatPassesIsToldAtBothEnds) {
  COVERS("rclcpp", "QOSLivelinessLostInfo", "QOSLivelinessLostCallbackType",
         "QOSLivelinessChangedInfo", "QOSLivelinessChangedCallbackType");
  int lost = 0;
  rclcpp::QOSLivelinessChangedInfo changed{};
  const rclcpp::QOSLivelinessLostCallbackType of_publisher =
      [&](rclcpp::QOSLivelinessLostInfo& info) { lost = info.total_count; };
  const rclcpp::QOSLivelinessChangedCallbackType of_subscription =
      [&](rclcpp::QOSLivelinessChangedInfo& info) { changed = info; };
  rclcpp::PublisherEventCallbacks out;
  out.liveliness_callback = of_publisher;
  rclcpp::SubscriptionEventCallbacks in;
  in.liveliness_callback = of_subscription;
  const auto qos = rclcpp::QoS(1)
                       .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                       .liveliness_lease_duration(20ms);
  const auto a = publisher(qos, out);
  const auto b = subscription(qos, in);
  a->publish(Clock());
  wait_until([&] { return lost > 0 && changed.not_alive_count == 1; });
  EXPECT_EQ(changed.alive_count, 0);
}

TEST_F(EventsTest, MessagesThatCannotBeReadAreToldAsLost) {
  COVERS("rclcpp", "QOSMessageLostInfo", "QOSMessageLostCallbackType");
  rclcpp::QOSMessageLostInfo lost{};
  const rclcpp::QOSMessageLostCallbackType of_subscription = [&](rclcpp::QOSMessageLostInfo& info) {
    lost = info;
  };
  rclcpp::SubscriptionEventCallbacks in;
  in.message_lost_callback = of_subscription;
  const auto a = publisher(10, {});
  const auto b = subscription(10, in);
  rclcpp::SerializedMessage short_of_a_clock(6);
  auto& bytes = short_of_a_clock.get_rcl_serialized_message();
  std::fill_n(bytes.buffer, 6, uint8_t{0});
  bytes.buffer[1] = 1;  // little endian
  bytes.buffer_length = 6;
  a->publish(short_of_a_clock);
  wait_until([&] { return lost.total_count > 0; });
  EXPECT_EQ(lost.total_count, 1u);
}

}  // namespace
