// What a node tells about the endpoints of a topic.
#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "running.hpp"

namespace {

using rclcpp::EndpointType;
using rosgraph_msgs::msg::Clock;

class TopicEndpoints : public Running {
 protected:
  TopicEndpoints() {
    init({"-r", "__ns:=/tower"});
    node_ = node("watcher");
  }
  ~TopicEndpoints() override { node_.reset(); }

  rclcpp::Node::SharedPtr node_;
};

TEST_F(TopicEndpoints, TellNodeTypeHashAndQosOfAPublisher) {
  COVERS("rclcpp::TopicEndpointInfo", "endpoint_gid", "endpoint_type", "node_name",
         "node_namespace", "qos_profile", "topic_type", "topic_type_hash");
  COVERS("rclcpp::EndpointType", "Publisher");
  COVERS("rclcpp::Node", "get_publishers_info_by_topic");
  auto publisher = node_->create_publisher<Clock>("scan", rclcpp::QoS(7).best_effort());
  const auto infos = node_->get_publishers_info_by_topic("scan");
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].node_name(), "watcher");
  EXPECT_EQ(infos[0].node_namespace(), "/tower");
  EXPECT_EQ(infos[0].topic_type(), "rosgraph_msgs/msg/Clock");
  EXPECT_EQ(infos[0].endpoint_type(), EndpointType::Publisher);
  EXPECT_EQ(infos[0].qos_profile().reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(infos[0].topic_type_hash().version, 1);
  EXPECT_EQ(infos[0].topic_type_hash().value[0], 0x69);  // RIHS01_692f7a66...
  EXPECT_EQ(infos[0].topic_type_hash().value[31], 0x64);
  EXPECT_NE(infos[0].endpoint_gid(), rclcpp::TopicEndpointInfo::Gid{});
  EXPECT_TRUE(node_->get_subscriptions_info_by_topic("scan").empty());
}

TEST_F(TopicEndpoints, TellSubscriptionsApartFromPublishers) {
  COVERS("rclcpp::EndpointType", "Subscription");
  COVERS("rclcpp::Node", "get_subscriptions_info_by_topic");
  auto first = node_->create_subscription<Clock>("/scan", 1, [](const Clock&) {});
  auto second = node_->create_subscription<Clock>("/scan", 1, [](const Clock&) {});
  const auto infos = node_->get_subscriptions_info_by_topic("/scan");
  ASSERT_EQ(infos.size(), 2u);
  EXPECT_EQ(infos[0].endpoint_type(), EndpointType::Subscription);
  EXPECT_NE(infos[0].endpoint_gid(), infos[1].endpoint_gid());
  EXPECT_TRUE(node_->get_publishers_info_by_topic("/scan").empty());
}

TEST_F(TopicEndpoints, MayBeOfNoKind) {
  COVERS("rclcpp::EndpointType", "Invalid");
  const rclcpp::TopicEndpointInfo info(EndpointType::Invalid, "n", "/", "t", {}, {}, rclcpp::QoS(1));
  EXPECT_EQ(info.endpoint_type(), EndpointType::Invalid);
  EXPECT_EQ(static_cast<int>(EndpointType::Invalid), RMW_ENDPOINT_INVALID);
}

TEST_F(TopicEndpoints, AreNoneOnATopicThatNobodyHas) {
  EXPECT_TRUE(node_->get_publishers_info_by_topic("nobody").empty());
  EXPECT_TRUE(node_->get_subscriptions_info_by_topic("nobody").empty());
}

}  // namespace
