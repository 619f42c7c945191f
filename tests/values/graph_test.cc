// What a node tells about the endpoints of a topic.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>
#include <rcl_interfaces/srv/get_parameters.hpp>
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
  const rclcpp::TopicEndpointInfo info(EndpointType::Invalid, "n", "/", "t", {}, {},
                                       rclcpp::QoS(1));
  EXPECT_EQ(info.endpoint_type(), EndpointType::Invalid);
  EXPECT_EQ(static_cast<int>(EndpointType::Invalid), RMW_ENDPOINT_INVALID);
}

TEST_F(TopicEndpoints, AreNoneOnATopicThatNobodyHas) {
  EXPECT_TRUE(node_->get_publishers_info_by_topic("nobody").empty());
  EXPECT_TRUE(node_->get_subscriptions_info_by_topic("nobody").empty());
}

// ---- names of DDS ----

using rcl_interfaces::srv::GetParameters;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Key;
using testing::Not;
using testing::Pair;

constexpr const char* kRequest = "rcl_interfaces::srv::dds_::GetParameters_Request_";
constexpr const char* kResponse = "rcl_interfaces::srv::dds_::GetParameters_Response_";

template <class Message>
rosidl_type_hash_t hash_of() {
  const auto* type = rosidl_typesupport_cpp::get_message_type_support_handle<Message>();
  return *type->get_type_hash_func(type);
}

void expect_endpoint(const std::vector<rclcpp::TopicEndpointInfo>& infos, const char* type,
                     const rosidl_type_hash_t& hash) {
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0].topic_type(), type);
  EXPECT_EQ(infos[0].node_name(), "watcher");
  EXPECT_EQ(std::memcmp(infos[0].topic_type_hash().value, hash.value, sizeof hash.value), 0);
}

// Each with the hash of what travels there, as peers tell it.
TEST_F(TopicEndpoints, OfAServiceAreFoundByTheirNamesOnTheWire) {
  const std::string request = "rq/tower/own/get_parametersRequest";
  const std::string reply = "rr/tower/own/get_parametersReply";
  const auto asked = hash_of<GetParameters::Request>();
  const auto answered = hash_of<GetParameters::Response>();
  auto service = node_->create_service<GetParameters>(
      "own/get_parameters",
      [](GetParameters::Request::SharedPtr, GetParameters::Response::SharedPtr) {});
  expect_endpoint(node_->get_subscriptions_info_by_topic(request, true), kRequest, asked);
  expect_endpoint(node_->get_publishers_info_by_topic(reply, true), kResponse, answered);
  EXPECT_TRUE(node_->get_publishers_info_by_topic(request, true).empty());
  service.reset();
  auto client = node_->create_client<GetParameters>("own/get_parameters");
  expect_endpoint(node_->get_publishers_info_by_topic(request, true), kRequest, asked);
  expect_endpoint(node_->get_subscriptions_info_by_topic(reply, true), kResponse, answered);
  EXPECT_TRUE(node_->get_subscriptions_info_by_topic(request, false).empty());
}

TEST_F(TopicEndpoints, OfTopicsHaveNamesOnTheWireToo) {
  auto publisher = node_->create_publisher<Clock>("scan", 1);
  auto plain =
      node_->create_publisher<Clock>("plain", rclcpp::QoS(1).avoid_ros_namespace_conventions(true));
  const auto by_name = node_->get_publishers_info_by_topic("rt/tower/scan", true);
  expect_endpoint(by_name, "rosgraph_msgs::msg::dds_::Clock_", hash_of<Clock>());
  EXPECT_EQ(node_->get_publishers_info_by_topic("/tower/plain", true).size(), 1u);
  EXPECT_TRUE(node_->get_publishers_info_by_topic("/tower/scan", true).empty());
}

TEST_F(TopicEndpoints, AreListedByTheirNamesOnTheWireWhenAsked) {
  auto publisher = node_->create_publisher<Clock>("scan", 1);
  auto plain =
      node_->create_publisher<Clock>("plain", rclcpp::QoS(1).avoid_ros_namespace_conventions(true));
  const auto topic = Pair("rt/tower/scan", ElementsAre("rosgraph_msgs::msg::dds_::Clock_"));
  const auto request = Pair("rq/tower/watcher/get_parametersRequest", ElementsAre(kRequest));
  const auto reply = Pair("rr/tower/watcher/get_parametersReply", ElementsAre(kResponse));
  const auto& graph = *node_->get_node_graph_interface();
  EXPECT_THAT(node_->get_topic_names_and_types(true),
              AllOf(Contains(topic), Contains(request), Contains(reply),
                    Contains(Key("/tower/plain")), Contains(Key("ros_discovery_info"))));
  EXPECT_THAT(graph.get_publisher_names_and_types_by_node("watcher", "/tower", true),
              AllOf(Contains(topic), Contains(reply), Not(Contains(request))));
  EXPECT_THAT(graph.get_subscriber_names_and_types_by_node("watcher", "/tower", true),
              AllOf(Contains(request), Not(Contains(topic)), Not(Contains(reply))));
  EXPECT_THAT(node_->get_topic_names_and_types(),
              AllOf(Contains(Pair("/tower/scan", ElementsAre("rosgraph_msgs/msg/Clock"))),
                    Not(Contains(Key("/tower/plain"))), Not(Contains(topic))));
}

// Where the time source of ROS 2 learns of use_sim_time.
TEST_F(TopicEndpoints, OfParameterEventsAreThereWithoutTheirPublisherToo) {
  const auto subscriptions_of = [&](const std::string& name) {
    const auto all = node_->get_subscriptions_info_by_topic("/parameter_events");
    return std::count_if(all.begin(), all.end(),
                         [&](const auto& info) { return info.node_name() == name; });
  };
  EXPECT_EQ(subscriptions_of("watcher"), 1);
  auto silent = node("silent", rclcpp::NodeOptions().start_parameter_event_publisher(false));
  EXPECT_EQ(subscriptions_of("silent"), 1);
  EXPECT_TRUE(silent->has_parameter("qos_overrides./parameter_events.publisher.depth"));
  const auto publishers = node_->get_publishers_info_by_topic("/parameter_events");
  EXPECT_EQ(publishers.size(), 1u);
  silent.reset();
}

}  // namespace
