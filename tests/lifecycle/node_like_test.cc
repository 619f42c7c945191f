// What a node has, and a managed node too.
#include <type_traits>

#include "covers.h"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "managed.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rclcpp/node_interfaces/node_interfaces.hpp"
#include "rosgraph_msgs/msg/clock.hpp"

namespace managed {
namespace {

using lifecycle_msgs::srv::GetState;
using rcl_interfaces::msg::SetParametersResult;
using rcl_interfaces::srv::ListParameters;
using rosgraph_msgs::msg::Clock;
using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::Key;

/// A node of either class; `make` gives it few endpoints.
template <class NodeT>
class NodeLike : public Running {
 protected:
  std::shared_ptr<NodeT> make(const std::string& name,
                              const rclcpp::NodeOptions& options = small()) {
    auto made = std::make_shared<NodeT>(name, options);
    executor_->add_node(made->get_node_base_interface());
    return made;
  }
  /// A managed node publishes from now on.
  static void start(LifecycleNode& node) {
    node.configure();
    node.activate();
  }
  static void start(rclcpp::Node&) {}
};
using Nodes = testing::Types<rclcpp::Node, LifecycleNode>;
TYPED_TEST_SUITE(NodeLike, Nodes);

/// For COVERS: both classes are asserted, each by its own run.
#define OF_NODES "{rclcpp::Node,rclcpp_lifecycle::LifecycleNode}"

TYPED_TEST(NodeLike, HasANameALoggerAndAClock) {
  COVERS(OF_NODES, "get_name", "get_namespace", "get_fully_qualified_name", "get_logger",
         "get_clock", "now", "get_node_options");
  this->init({"-r", "__ns:=/space"});
  auto node = this->make("whole");
  EXPECT_STREQ(node->get_name(), "whole");
  EXPECT_STREQ(node->get_namespace(), "/space");
  EXPECT_STREQ(node->get_fully_qualified_name(), "/space/whole");
  EXPECT_STREQ(TypeParam("other", "/given", small()).get_namespace(), "/space");
  EXPECT_STREQ(node->get_logger().get_name(), "space.whole");
  EXPECT_EQ(node->get_clock()->get_clock_type(), RCL_ROS_TIME);
  const TypeParam& unchanging = *node;
  const rclcpp::Time before = node->now();
  EXPECT_LE(before, unchanging.get_clock()->now());
  EXPECT_EQ(node->get_node_options().context(), rclcpp::contexts::get_global_default_context());
  EXPECT_EQ(node->shared_from_this(), node);
}

TYPED_TEST(NodeLike, DeclaresAndSetsParameters) {
  COVERS(OF_NODES, "declare_parameter", "declare_parameters", "has_parameter", "set_parameter",
         "set_parameters", "set_parameters_atomically", "get_parameter", "get_parameter_or",
         "get_parameters", "describe_parameter", "describe_parameters", "get_parameter_types",
         "list_parameters", "undeclare_parameter");
  this->init({"-p", "rate:=7"});
  auto node = this->make("n");
  EXPECT_EQ(node->declare_parameter("rate", 1), 7);
  EXPECT_EQ(node->template declare_parameter<double>("gain", 0.5), 0.5);
  node->template declare_parameters<int>("arm", {{"length", 3}, {"joints", 6}});
  EXPECT_TRUE(node->has_parameter("arm.joints"));
  EXPECT_TRUE(node->set_parameter(rclcpp::Parameter("rate", 8)).successful);
  EXPECT_EQ(node->set_parameters({rclcpp::Parameter("gain", 1.5)}).size(), 1u);
  EXPECT_TRUE(node->set_parameters_atomically({rclcpp::Parameter("arm.length", 4)}).successful);
  EXPECT_EQ(node->get_parameter("rate").as_int(), 8);
  double gain = 0;
  EXPECT_TRUE(node->get_parameter("gain", gain));
  EXPECT_EQ(gain, 1.5);
  int absent = 0;
  EXPECT_FALSE(node->get_parameter_or("absent", absent, 9));
  EXPECT_EQ(absent, 9);
  EXPECT_EQ(node->get_parameter_or("absent", 10), 10);
  EXPECT_EQ(node->get_parameters({"rate", "gain"}).size(), 2u);
  std::map<std::string, int> arm;
  EXPECT_TRUE(node->get_parameters("arm", arm));
  EXPECT_EQ(arm["length"], 4);
  EXPECT_EQ(node->describe_parameter("rate").name, "rate");
  EXPECT_EQ(node->describe_parameters({"rate", "gain"}).size(), 2u);
  EXPECT_THAT(node->get_parameter_types({"rate"}), ElementsAre(rclcpp::PARAMETER_INTEGER));
  EXPECT_EQ(node->list_parameters({"arm"}, 0).names.size(), 2u);
  rcl_interfaces::msg::ParameterDescriptor loose;
  loose.dynamic_typing = true;
  node->declare_parameter("loose", rclcpp::ParameterValue(1), loose);
  node->undeclare_parameter("loose");
  EXPECT_FALSE(node->has_parameter("loose"));
}

TYPED_TEST(NodeLike, CallsBackAroundTheSettingOfParameters) {
  COVERS(OF_NODES, "add_pre_set_parameters_callback", "add_on_set_parameters_callback",
         "add_post_set_parameters_callback", "remove_pre_set_parameters_callback",
         "remove_on_set_parameters_callback", "remove_post_set_parameters_callback",
         "PreSetParametersCallbackHandle", "PreSetParametersCallbackType",
         "OnSetParametersCallbackHandle", "OnSetParametersCallbackType",
         "OnParametersSetCallbackType", "PostSetParametersCallbackHandle",
         "PostSetParametersCallbackType");
  this->init();
  auto node = this->make("n");
  node->declare_parameter("rate", 1);
  std::string order;
  const typename TypeParam::PreSetParametersCallbackType first = [&](auto&) { order += "a"; };
  const typename TypeParam::OnSetParametersCallbackType second = [&](const auto&) {
    order += "b";
    return SetParametersResult().set__successful(true);
  };
  const typename TypeParam::OnParametersSetCallbackType older = second;
  const typename TypeParam::PostSetParametersCallbackType third = [&](const auto&) {
    order += "c";
  };
  const std::shared_ptr<typename TypeParam::PreSetParametersCallbackHandle> before =
      node->add_pre_set_parameters_callback(first);
  const std::shared_ptr<typename TypeParam::OnSetParametersCallbackHandle> during =
      node->add_on_set_parameters_callback(older);
  const std::shared_ptr<typename TypeParam::PostSetParametersCallbackHandle> after =
      node->add_post_set_parameters_callback(third);
  node->set_parameter(rclcpp::Parameter("rate", 2));
  EXPECT_EQ(order, "abc");
  node->remove_pre_set_parameters_callback(before.get());
  node->remove_on_set_parameters_callback(during.get());
  node->remove_post_set_parameters_callback(after.get());
  node->set_parameter(rclcpp::Parameter("rate", 3));
  EXPECT_EQ(order, "abc");
}

TYPED_TEST(NodeLike, RunsTimersAndItsGroups) {
  COVERS(OF_NODES, "create_callback_group", "create_wall_timer", "create_timer",
         "for_each_callback_group");
  this->init();
  auto node = this->make("n");
  int ticks = 0;
  auto group = node->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  auto wall = node->create_wall_timer(1ms, [&] { ++ticks; }, group);
  auto timer = node->create_timer(1ms, [&] { ++ticks; });
  this->wait_until([&] { return ticks > 3; });
  bool found = false;
  node->for_each_callback_group([&](const auto& each) { found |= each == group; });
  EXPECT_TRUE(found);
}

TYPED_TEST(NodeLike, SubscribesByTypeAndByName) {
  COVERS(OF_NODES, "create_subscription", "create_generic_subscription", "create_generic_publisher",
         "create_publisher");
  this->init({"-r", "ticks:=tocks"});
  auto node = this->make("n");
  int typed = 0, typeless = 0;
  auto subscription =
      node->template create_subscription<Clock>("ticks", 10, [&](const Clock&) { ++typed; });
  auto generic = node->create_generic_subscription(
      "tocks", "rosgraph_msgs/msg/Clock", 10,
      [&](std::shared_ptr<rclcpp::SerializedMessage>) { ++typeless; });
  auto bytes = node->create_generic_publisher("ticks", "rosgraph_msgs/msg/Clock", 10);
  EXPECT_STREQ(bytes->get_topic_name(), "/tocks");
  EXPECT_STREQ(subscription->get_topic_name(), "/tocks");
  auto publisher = node->template create_publisher<Clock>("ticks", 10);
  this->start(*node);
  publisher->publish(Clock());
  this->wait_until([&] { return typed == 1 && typeless == 1; });
}

TYPED_TEST(NodeLike, AsksItsOwnServicesThroughAClient) {
  COVERS(OF_NODES, "create_client", "create_service");
  this->init();
  auto node = this->make("n");
  auto service = node->template create_service<GetState>(
      "own", [](GetState::Request::SharedPtr, GetState::Response::SharedPtr response) {
        response->current_state.label = "answered";
      });
  auto client = node->template create_client<GetState>("own");
  ASSERT_TRUE(client->wait_for_service(30s));
  auto future = client->async_send_request(std::make_shared<GetState::Request>());
  ASSERT_EQ(this->executor_->spin_until_future_complete(future, 30s),
            rclcpp::FutureReturnCode::SUCCESS);
  EXPECT_EQ(future.get()->current_state.label, "answered");
  EXPECT_STREQ(service->get_service_name(), "/own");
}

TYPED_TEST(NodeLike, LooksAtTheGraph) {
  COVERS(OF_NODES, "get_graph_event", "wait_for_graph_change", "count_subscribers",
         "count_publishers", "count_services", "count_clients", "get_node_names",
         "get_topic_names_and_types", "get_service_names_and_types",
         "get_service_names_and_types_by_node", "get_publishers_info_by_topic",
         "get_subscriptions_info_by_topic");
  this->init();
  auto node = this->make("seer", rclcpp::NodeOptions());
  auto publisher = node->template create_publisher<Clock>("ticks", 10);
  auto client = node->template create_client<ListParameters>("~/list_parameters");
  auto event = node->get_graph_event();
  auto subscription = node->template create_subscription<Clock>("ticks", 10, [](const Clock&) {});
  node->wait_for_graph_change(event, 30s);
  this->wait_until([&] { return node->count_subscribers("ticks") == 1; });
  EXPECT_EQ(node->count_publishers("ticks"), 1u);
  EXPECT_EQ(node->count_services("~/list_parameters"), 1u);
  EXPECT_EQ(node->count_clients("~/list_parameters"), 1u);
  EXPECT_THAT(node->get_node_names(), Contains("/seer"));
  EXPECT_THAT(node->get_topic_names_and_types(), Contains(Key("/parameter_events")));
  EXPECT_THAT(node->get_topic_names_and_types(false), Contains(Key("/ticks")));
  EXPECT_THAT(node->get_service_names_and_types(), Contains(Key("/seer/get_parameters")));
  EXPECT_THAT(node->get_service_names_and_types_by_node("seer", "/"),
              Contains(Key("/seer/set_parameters")));
  EXPECT_EQ(node->get_publishers_info_by_topic("ticks").at(0).node_name(), "seer");
  EXPECT_EQ(node->get_subscriptions_info_by_topic("ticks").size(), 1u);
}

TYPED_TEST(NodeLike, GivesItsParts) {
  COVERS(OF_NODES, "get_node_base_interface", "get_node_clock_interface",
         "get_node_graph_interface", "get_node_logging_interface", "get_node_parameters_interface",
         "get_node_services_interface", "get_node_time_source_interface",
         "get_node_timers_interface", "get_node_topics_interface",
         "get_node_type_descriptions_interface", "get_node_waitables_interface");
  COVERS("(macros)", "ALL_RCLCPP_NODE_INTERFACES");
  this->init();
  auto node = this->make("n");
  using namespace rclcpp::node_interfaces;  // NOLINT
  NodeInterfaces<ALL_RCLCPP_NODE_INTERFACES> parts(*node);
  EXPECT_EQ(parts.get_node_base_interface(), node->get_node_base_interface());
  EXPECT_EQ(parts.get_node_clock_interface(), node->get_node_clock_interface());
  EXPECT_EQ(parts.get_node_graph_interface(), node->get_node_graph_interface());
  EXPECT_EQ(parts.get_node_logging_interface(), node->get_node_logging_interface());
  EXPECT_EQ(parts.get_node_parameters_interface(), node->get_node_parameters_interface());
  EXPECT_EQ(parts.get_node_services_interface(), node->get_node_services_interface());
  EXPECT_EQ(parts.get_node_time_source_interface(), node->get_node_time_source_interface());
  EXPECT_EQ(parts.get_node_timers_interface(), node->get_node_timers_interface());
  EXPECT_EQ(parts.get_node_topics_interface(), node->get_node_topics_interface());
  EXPECT_EQ(parts.get_node_type_descriptions_interface(),
            node->get_node_type_descriptions_interface());
  EXPECT_EQ(parts.get_node_waitables_interface(), node->get_node_waitables_interface());
}

using LifecycleNames = Managed;

TEST_F(LifecycleNames, MakesEntitiesWithDefaultOptions) {
  COVERS("rclcpp_lifecycle", "create_default_publisher_options",
         "create_default_subscription_options", "PublisherOptionsWithAllocator",
         "SubscriptionOptionsWithAllocator");
  init();
  auto node = managed("n");
  using Allocator = std::allocator<void>;
  const rclcpp_lifecycle::PublisherOptionsWithAllocator<Allocator> out =
      rclcpp_lifecycle::create_default_publisher_options<Allocator>();
  const rclcpp_lifecycle::SubscriptionOptionsWithAllocator<Allocator> in =
      rclcpp_lifecycle::create_default_subscription_options<Allocator>();
  auto publisher = node->create_publisher<Clock>("ticks", 3, out);
  auto subscription = node->create_subscription<Clock>("ticks", 3, [](const Clock&) {}, in);
  EXPECT_EQ(publisher->get_queue_size(), 3u);
  EXPECT_EQ(subscription->get_actual_qos().depth(), 3u);
}

TEST_F(LifecycleNames, PublishersSpellTheirTypes) {
  COVERS("rclcpp_lifecycle::LifecyclePublisher", "MessageUniquePtr", "MessageAlloc",
         "MessageAllocTraits", "MessageDeleter");
  using Publisher = rclcpp_lifecycle::LifecyclePublisher<Clock>;
  EXPECT_TRUE((std::is_same_v<Publisher::MessageUniquePtr, std::unique_ptr<Clock>>));
  EXPECT_TRUE((std::is_same_v<Publisher::MessageAlloc, std::allocator<Clock>>));
  EXPECT_TRUE((std::is_same_v<Publisher::MessageAllocTraits::value_type, Clock>));
  EXPECT_TRUE(
      (std::is_same_v<Publisher::MessageDeleter, Publisher::MessageUniquePtr::deleter_type>));
}

// As in ROS 2: of the two classes only rclcpp::Node lets parameters override that QoS.
TYPED_TEST(NodeLike, DeclaresOverridesOfItsParameterEventsUnlessItIsManaged) {
  constexpr bool kManaged = std::is_same_v<TypeParam, LifecycleNode>;
  const std::string depth = "qos_overrides./parameter_events.publisher.depth";
  this->init({"-p", depth + ":=7"});
  auto node = this->make("n", rclcpp::NodeOptions());
  const auto names = node->list_parameters({"qos_overrides"}, 10).names;
  EXPECT_EQ(names.size(), kManaged ? 0u : 4u);
  const auto event_depth =
      node->get_publishers_info_by_topic("/parameter_events").at(0).qos_profile().depth();
  EXPECT_EQ(event_depth, kManaged ? 1000u : 7u);
  EXPECT_EQ(node->get_subscriptions_info_by_topic("/parameter_events").size(), 1u);
}

}  // namespace
}  // namespace managed
