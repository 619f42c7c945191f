// The lease of a manual-by-topic publisher, as both ends are told of it.
#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "running.hpp"

namespace {

using rclcpp::IntraProcessSetting;
using rosgraph_msgs::msg::Clock;
using namespace std::chrono_literals;

/// Within the process, and over DDS.
class Liveliness : public Running, public testing::WithParamInterface<IntraProcessSetting> {
 protected:
  Liveliness() {
    init();
    node_ = node("own");
    const auto qos = rclcpp::QoS(10)
                         .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                         .liveliness_lease_duration(20ms);
    rclcpp::PublisherOptions at_publisher;
    at_publisher.use_intra_process_comm = GetParam();
    at_publisher.event_callbacks.liveliness_callback = [this](rclcpp::QOSLivelinessLostInfo& info) {
      lost_ = info.total_count;
    };
    publisher_ = node_->create_publisher<Clock>("a", qos, at_publisher);
    rclcpp::SubscriptionOptions at_subscription;
    at_subscription.use_intra_process_comm = GetParam();
    at_subscription.event_callbacks.liveliness_callback =
        [this](rclcpp::QOSLivelinessChangedInfo& info) {
          ++changes_;
          alive_ = info.alive_count;
          not_alive_ = info.not_alive_count;
        };
    subscription_ =
        node_->create_subscription<Clock>("a", qos, [](const Clock&) {}, at_subscription);
  }
  ~Liveliness() override {
    subscription_.reset();
    publisher_.reset();
    node_.reset();
  }
  void expect_lost() {
    wait_until([&] { return alive_ == 0 && not_alive_ == 1; });
  }

  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<Clock>::SharedPtr publisher_;
  rclcpp::Subscription<Clock>::SharedPtr subscription_;
  int changes_ = 0, alive_ = 0, not_alive_ = 0, lost_ = 0;
};

TEST_P(Liveliness, IsLostOnceForEachSilence) {
  for (int round = 1; round <= 5; ++round) {
    wait_until([&] { return lost_ >= round; });
    expect_lost();
    EXPECT_EQ(lost_, round);
    const int before = changes_;
    publisher_->publish(Clock());
    wait_until([&] { return changes_ > before; });
  }
}

TEST_P(Liveliness, EndsWithThePublisher) {
  wait_until([&] { return lost_ == 1; });
  expect_lost();
  publisher_.reset();
  wait_until([&] { return alive_ == 0 && not_alive_ == 0; });
}

TEST_P(Liveliness, IsAssertedWithoutAMessage) {
  COVERS("rclcpp::PublisherBase", "assert_liveliness");
  if (GetParam() == IntraProcessSetting::Disable) GTEST_SKIP() << "docs/differences.md";
  expect_lost();
  const int before = changes_;
  EXPECT_TRUE(publisher_->assert_liveliness());
  wait_until([&] { return changes_ > before; });
  expect_lost();
}

INSTANTIATE_TEST_SUITE_P(, Liveliness,
                         testing::Values(IntraProcessSetting::Enable, IntraProcessSetting::Disable),
                         [](const auto& info) {
                           return info.param == IntraProcessSetting::Enable ? "Within" : "OverDds";
                         });

}  // namespace
