// The parts of a node: made by hand, got from nodes, given to functions.
#include <gmock/gmock.h>

#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>

#include "clock_message.hpp"
#include "covers.h"
#include "own_node.hpp"
#include "rclcpp/create_client.hpp"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/create_service.hpp"
#include "rclcpp/create_subscription.hpp"
#include "rclcpp/create_timer.hpp"
#include "rclcpp/guard_condition.hpp"
#include "rclcpp/node_interfaces/get_node_topics_interface.hpp"
#include "rclcpp/node_interfaces/node_interfaces.hpp"
#include "rclcpp/publisher_factory.hpp"
#include "rclcpp/subscription_factory.hpp"
#include "running.hpp"

namespace {

using rcl_interfaces::srv::ListParameters;
using rosgraph_msgs::msg::Clock;
using namespace std::chrono_literals;
using namespace rclcpp::node_interfaces;  // NOLINT
using testing::Contains;
using testing::HasSubstr;
using testing::Key;
using testing::Not;

class NodeParts : public Running {
 protected:
  OwnNode::Ptr own(const std::string& name,
                   const rclcpp::NodeOptions& options = rclcpp::NodeOptions()) {
    auto made = std::make_shared<OwnNode>(name, "", options);
    executor_->add_node(made->get_node_base_interface());
    return made;
  }
};

TEST_F(NodeParts, AreANodeWithTopics) {
  COVERS("rclcpp", "create_subscription", "create_publisher");
  COVERS("rclcpp::PublisherBase", "get_topic_name");
  init();
  auto node = own("own");
  int got = 0;
  auto subscription = rclcpp::create_subscription<Clock>(
      *node, "ticks", 10, [&](const Clock& clock) { got = clock.clock.sec; });
  auto publisher = rclcpp::create_publisher<Clock>(node, "ticks", 10);
  publisher->publish(clock_of(7));
  wait_until([&] { return got != 0; });
  EXPECT_EQ(got, 7);
  EXPECT_STREQ(publisher->get_topic_name(), "/ticks");
}

TEST_F(NodeParts, AreANodeWithServicesAndClients) {
  COVERS("rclcpp", "create_service", "create_client");
  COVERS("rclcpp::Client", "async_send_request");
  init();
  auto node = own("own");
  auto service = rclcpp::create_service<ListParameters>(
      node->get_node_base_interface(), node->get_node_services_interface(), "list",
      [](std::shared_ptr<ListParameters::Request> request,
         std::shared_ptr<ListParameters::Response> response) {
        response->result.names = request->prefixes;
      },
      rclcpp::ServicesQoS(), nullptr);
  auto client = rclcpp::create_client<ListParameters>(node->get_node_base_interface(),
                                                      node->get_node_graph_interface(),
                                                      node->get_node_services_interface(), "list");
  auto second = rclcpp::create_client<ListParameters>(*node, "list");
  for (const auto& one : {client, second}) {
    ASSERT_TRUE(one->wait_for_service(30s));
    auto request = std::make_shared<ListParameters::Request>();
    request->prefixes = {"a"};
    auto future = one->async_send_request(request);
    ASSERT_EQ(executor_->spin_until_future_complete(future, 30s),
              rclcpp::FutureReturnCode::SUCCESS);
    EXPECT_EQ(future.get()->result.names, std::vector<std::string>{"a"});
  }
}

TEST_F(NodeParts, AreANodeWithTimersOfEveryForm) {
  COVERS("rclcpp", "create_wall_timer", "create_timer");
  COVERS("rclcpp::node_interfaces::NodeClock{,Interface}", "get_clock");
  init();
  auto node = own("own");
  auto base = node->get_node_base_interface();
  auto timers = node->get_node_timers_interface();
  auto clock = node->get_node_clock_interface()->get_clock();
  int calls[4] = {};
  auto a = rclcpp::create_wall_timer(1ms, [&] { ++calls[0]; }, nullptr, base.get(), timers.get());
  auto b = rclcpp::create_timer(clock, 1ms, [&] { ++calls[1]; }, nullptr, base.get(), timers.get());
  auto c = rclcpp::create_timer(base, timers, clock, rclcpp::Duration(1ms), [&] { ++calls[2]; });
  auto d = rclcpp::create_timer(node, clock, rclcpp::Duration(1ms), [&] { ++calls[3]; });
  wait_until([&] { return calls[0] && calls[1] && calls[2] && calls[3]; });
}

TEST_F(NodeParts, RefuseTimersWithoutPartsOrWithBadPeriods) {
  init();
  auto node = own("own");
  auto base = node->get_node_base_interface();
  auto timers = node->get_node_timers_interface();
  const auto make = [&](NodeBaseInterface* of, NodeTimersInterface* in, std::chrono::hours period) {
    return rclcpp::create_wall_timer(period, [] {}, nullptr, of, in);
  };
  EXPECT_THROW(make(nullptr, timers.get(), 1h), std::invalid_argument);
  EXPECT_THROW(make(base.get(), nullptr, 1h), std::invalid_argument);
  EXPECT_THROW(make(base.get(), timers.get(), -1h), std::invalid_argument);
  EXPECT_THROW(make(base.get(), timers.get(), std::chrono::hours::max()), std::invalid_argument);
  EXPECT_THROW(rclcpp::create_timer(
                   nullptr, 1ms, [] {}, nullptr, base.get(), timers.get()),
               std::invalid_argument);
}

TEST_F(NodeParts, TakeNamesOverridesAndRemapsFromTheirOptions) {
  COVERS("rclcpp::node_interfaces::NodeBase{,Interface}", "get_fully_qualified_name");
  COVERS("rclcpp::node_interfaces::NodeTopics{,Interface}", "resolve_topic_name");
  COVERS("rclcpp::node_interfaces::NodeServices{,Interface}", "resolve_service_name");
  COVERS("rclcpp::node_interfaces::NodeLogging{,Interface}", "get_logger", "get_logger_name");
  COVERS("rclcpp::node_interfaces::NodeParametersInterface", "declare_parameter", "has_parameter");
  init({"-r", "__ns:=/tower", "-p", "speed:=3"});
  rclcpp::NodeOptions options;
  options.arguments({"--ros-args", "-r", "a:=b", "-p", "own_speed:=4"});
  options.append_parameter_override("by_code", 5);
  auto node = own("crane", options);
  EXPECT_STREQ(node->get_node_base_interface()->get_fully_qualified_name(), "/tower/crane");
  EXPECT_EQ(node->get_node_topics_interface()->resolve_topic_name("a"), "/tower/b");
  EXPECT_EQ(node->get_node_topics_interface()->resolve_topic_name("a", true), "/tower/a");
  EXPECT_EQ(node->get_node_services_interface()->resolve_service_name("~/s"), "/tower/crane/s");
  EXPECT_STREQ(node->get_node_logging_interface()->get_logger_name(), "tower.crane");
  EXPECT_STREQ(node->get_node_logging_interface()->get_logger().get_name(), "tower.crane");
  auto parameters = node->get_node_parameters_interface();
  EXPECT_EQ(parameters->declare_parameter("speed", rclcpp::ParameterValue(0)).get<int>(), 3);
  EXPECT_EQ(parameters->declare_parameter("own_speed", rclcpp::ParameterValue(0)).get<int>(), 4);
  EXPECT_EQ(parameters->declare_parameter("by_code", rclcpp::ParameterValue(0)).get<int>(), 5);
  EXPECT_TRUE(parameters->has_parameter("use_sim_time"));
}

TEST_F(NodeParts, ServeParametersTypesAndLoggersToPeers) {
  COVERS("rclcpp::node_interfaces::NodeLogging{,Interface}", "create_logger_services");
  COVERS("rclcpp::node_interfaces::NodeGraph{,Interface}", "count_services", "count_publishers");
  init();
  auto node = own("own");
  node->get_node_logging_interface()->create_logger_services(node->get_node_services_interface());
  auto graph = node->get_node_graph_interface();
  wait_until([&] { return graph->count_services("/own/set_logger_levels") == 1; });
  EXPECT_EQ(graph->count_services("/own/list_parameters"), 1u);
  EXPECT_EQ(graph->count_services("/own/get_type_description"), 1u);
  EXPECT_EQ(graph->count_publishers("/parameter_events"), 1u);
  EXPECT_EQ(graph->count_publishers("/rosout"), 1u);
}

TEST_F(NodeParts, FollowSimulatedTime) {
  init();
  rclcpp::NodeOptions options;
  options.append_parameter_override("use_sim_time", true);
  auto node = own("own", options);
  auto publisher = rclcpp::create_publisher<Clock>(node, "/clock", rclcpp::ClockQoS());
  auto clock = node->get_node_clock_interface()->get_clock();
  wait_until([&] { return publisher->get_subscription_count() == 1; });
  publisher->publish(clock_of(42));
  wait_until([&] { return clock->now().seconds() == 42; });
}

TEST_F(NodeParts, SpinByTheirBase) {
  init();
  auto node = std::make_shared<OwnNode>("own");
  auto timer = rclcpp::create_wall_timer(
      1ms, [] { rclcpp::shutdown(); }, nullptr, node->get_node_base_interface().get(),
      node->get_node_timers_interface().get());
  rclcpp::spin(node->get_node_base_interface());
  EXPECT_FALSE(rclcpp::ok());
}

TEST_F(NodeParts, RunTheirDefaultGroupThatWasGiven) {
  COVERS("rclcpp::node_interfaces::NodeBase{,Interface}", "get_default_callback_group");
  init();
  auto group = node("lender")->create_callback_group(rclcpp::CallbackGroupType::Reentrant, false);
  auto own = std::make_shared<OwnNode>("own", "", rclcpp::NodeOptions(), group);
  EXPECT_EQ(own->get_node_base_interface()->get_default_callback_group(), group);
  executor_->add_node(own->get_node_base_interface());
  bool ran = false;
  auto timer = rclcpp::create_wall_timer(
      1ms, [&] { ran = true; }, nullptr, own->get_node_base_interface().get(),
      own->get_node_timers_interface().get());
  wait_until([&] { return ran; });
}

TEST_F(NodeParts, RefuseGroupsOfOtherNodes) {
  init();
  auto node = own("own");
  auto group = this->node("other")->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  rclcpp::SubscriptionOptions subscription;
  subscription.callback_group = group;
  EXPECT_THROW(rclcpp::create_subscription<Clock>(
                   node, "a", 1, [](const Clock&) {}, subscription),
               rclcpp::exceptions::MissingGroupNodeException);
  rclcpp::PublisherOptions publisher;
  publisher.callback_group = group;
  EXPECT_THROW(rclcpp::create_publisher<Clock>(node, "a", 1, publisher),
               rclcpp::exceptions::MissingGroupNodeException);
  EXPECT_THROW(rclcpp::create_client<ListParameters>(node, "a", rclcpp::ServicesQoS(), group),
               rclcpp::exceptions::MissingGroupNodeException);
  EXPECT_THROW(rclcpp::create_wall_timer(
                   1ms, [] {}, group, node->get_node_base_interface().get(),
                   node->get_node_timers_interface().get()),
               rclcpp::exceptions::MissingGroupNodeException);
}

TEST_F(NodeParts, LetParametersOverrideQosOnlyIfTheyHaveSome) {
  init({"-p", "qos_overrides./a.publisher.depth:=9"});
  auto node = own("own");
  rclcpp::PublisherOptions options;
  options.qos_overriding_options = rclcpp::QosOverridingOptions::with_default_policies();
  auto parameters = node->get_node_parameters_interface();
  auto topics = node->get_node_topics_interface();
  EXPECT_EQ(rclcpp::create_publisher<Clock>(parameters, topics, "a", 1, options)->get_queue_size(),
            9u);
  EXPECT_EQ(rclcpp::create_publisher<Clock>(node, "a", 1, options)->get_queue_size(), 9u);
  EXPECT_EQ(rclcpp::create_publisher<Clock>(topics, "a", 1)->get_queue_size(), 1u);
  EXPECT_THROW(rclcpp::create_publisher<Clock>(topics, "a", 1, options), std::runtime_error);
}

TEST_F(NodeParts, MakeEndpointsOfTopicsAloneWhereParametersAreNull) {
  init();
  auto node = own("own");
  const NodeParametersInterface::SharedPtr none;
  auto topics = node->get_node_topics_interface();
  int got = 0;
  auto subscription = rclcpp::create_subscription<Clock>(
      none, topics, "a", 1, [&](const Clock& clock) { got = clock.clock.sec; });
  auto publisher = rclcpp::create_publisher<Clock>(none, topics, "a", 1);
  publisher->publish(clock_of(3));
  wait_until([&] { return got != 0; });
  EXPECT_EQ(got, 3);
}

TEST_F(NodeParts, MakeTopicsByFactory) {
  COVERS("rclcpp::node_interfaces::NodeTopics{,Interface}", "create_publisher",
         "create_subscription", "add_publisher", "add_subscription", "get_node_base_interface",
         "get_node_timers_interface");
  COVERS("rclcpp", "create_publisher_factory", "create_subscription_factory");
  init();
  auto node = own("own");
  auto topics = node->get_node_topics_interface();
  auto publisher = std::dynamic_pointer_cast<rclcpp::Publisher<Clock>>(topics->create_publisher(
      "a", rclcpp::create_publisher_factory<Clock>(rclcpp::PublisherOptions()), 1));
  int got = 0;
  auto subscription = topics->create_subscription(
      "a",
      rclcpp::create_subscription_factory<Clock>([&](const Clock& clock) { got = clock.clock.sec; },
                                                 rclcpp::SubscriptionOptions()),
      1);
  topics->add_publisher(publisher, nullptr);
  topics->add_subscription(subscription, nullptr);
  publisher->publish(clock_of(3));
  wait_until([&] { return got == 3; });
  EXPECT_EQ(topics->get_node_base_interface(), node->get_node_base_interface().get());
  EXPECT_EQ(topics->get_node_timers_interface(), node->get_node_timers_interface().get());
}

TEST_F(NodeParts, FactoriesHoldTheFunctionThatMakesATopic) {
  COVERS("rclcpp::PublisherFactory", "PublisherFactoryFunction");
  COVERS("rclcpp::SubscriptionFactory", "SubscriptionFactoryFunction");
  init();
  auto node = own("own");
  int made = 0;
  const auto usual = rclcpp::create_publisher_factory<Clock>(rclcpp::PublisherOptions());
  const rclcpp::PublisherFactory::PublisherFactoryFunction counting =
      [&](NodeBaseInterface* base, const std::string& topic, const rclcpp::QoS& qos) {
        ++made;
        return usual.create_typed_publisher(base, topic, qos);
      };
  auto topics = node->get_node_topics_interface();
  EXPECT_EQ(topics->create_publisher("a", {counting}, 3)->get_queue_size(), 3u);
  const auto usual_in = rclcpp::create_subscription_factory<Clock>([](const Clock&) {},
                                                                   rclcpp::SubscriptionOptions());
  const rclcpp::SubscriptionFactory::SubscriptionFactoryFunction counting_in =
      [&](NodeBaseInterface* base, const std::string& topic, const rclcpp::QoS& qos) {
        ++made;
        return usual_in.create_typed_subscription(base, topic, qos);
      };
  EXPECT_STREQ(topics->create_subscription("a", {counting_in}, 3)->get_topic_name(), "/a");
  EXPECT_EQ(made, 2);
}

class Derived : public rclcpp::Node {
 public:
  Derived() : Node("derived") {}
};

TEST_F(NodeParts, AreGotFromAllThatHasThem) {
  init();
  Derived object;
  Derived* pointer = &object;
  const auto topics = object.get_node_topics_interface();
  EXPECT_EQ(get_node_topics_interface(object), topics);
  EXPECT_EQ(get_node_topics_interface(pointer), topics);
  EXPECT_EQ(get_node_topics_interface(topics), topics);
  const auto shared = std::make_shared<Derived>();
  EXPECT_EQ(get_node_topics_interface(shared), shared->get_node_topics_interface());
  const std::unique_ptr<OwnNode> unique = std::make_unique<OwnNode>("own");
  EXPECT_EQ(get_node_topics_interface(unique), unique->get_node_topics_interface());
  EXPECT_EQ(get_node_base_interface(*unique), unique->get_node_base_interface());
  EXPECT_EQ(get_node_clock_interface(*unique), unique->get_node_clock_interface());
  EXPECT_EQ(get_node_graph_interface(*unique), unique->get_node_graph_interface());
  EXPECT_EQ(get_node_logging_interface(*unique), unique->get_node_logging_interface());
  EXPECT_EQ(get_node_parameters_interface(*unique), unique->get_node_parameters_interface());
  EXPECT_EQ(get_node_services_interface(*unique), unique->get_node_services_interface());
  EXPECT_EQ(get_node_time_source_interface(*unique), unique->get_node_time_source_interface());
  EXPECT_EQ(get_node_timers_interface(*unique), unique->get_node_timers_interface());
  EXPECT_EQ(get_node_type_descriptions_interface(*unique),
            unique->get_node_type_descriptions_interface());
  EXPECT_EQ(get_node_waitables_interface(*unique), unique->get_node_waitables_interface());
  pointer = nullptr;
  EXPECT_THROW(get_node_topics_interface(pointer), std::invalid_argument);
}

using All = NodeInterfaces<ALL_RCLCPP_NODE_INTERFACES>;
using Some = NodeInterfaces<NodeBaseInterface, NodeTopicsInterface, NodeParametersInterface>;

std::string name_of(Some node) { return node.get<NodeBaseInterface>()->get_name(); }

TEST_F(NodeParts, TravelTogether) {
  COVERS("rclcpp::node_interfaces::NodeInterfaces");
  init();
  Derived derived;
  OwnNode own("own");
  EXPECT_EQ(name_of(derived), "derived");
  EXPECT_EQ(name_of(own), "own");
  All all(own);
  EXPECT_EQ(all.get_node_waitables_interface(), own.get_node_waitables_interface());
  EXPECT_EQ(all.get<NodeTypeDescriptionsInterface>(), own.get_node_type_descriptions_interface());
  EXPECT_EQ(name_of(all), "own");
  Some some(own.get_node_base_interface(), own.get_node_topics_interface(),
            own.get_node_parameters_interface());
  EXPECT_STREQ(rclcpp::create_publisher<Clock>(some, "a", 1)->get_topic_name(), "/a");
  EXPECT_EQ(get_node_base_interface(some), own.get_node_base_interface());
  EXPECT_EQ(NodeInterfaces<NodeBaseInterface>().get_node_base_interface(), nullptr);
}

TEST_F(NodeParts, KnowTheGraphByNode) {
  COVERS("rclcpp::node_interfaces::NodeGraph{,Interface}", "get_publisher_names_and_types_by_node",
         "get_subscriber_names_and_types_by_node", "get_client_names_and_types_by_node",
         "get_service_names_and_types_by_node", "get_node_names", "get_node_names_and_namespaces",
         "get_node_names_with_enclaves", "count_clients");
  init();
  auto node = own("own");
  auto other = this->node("other");
  auto publisher = other->create_publisher<Clock>("a", 1);
  auto subscription = other->create_subscription<Clock>("b", 1, [](const Clock&) {});
  auto client = other->create_client<ListParameters>("c");
  auto graph = node->get_node_graph_interface();
  wait_until([&] { return graph->count_clients("c") == 1; });
  EXPECT_THAT(graph->get_publisher_names_and_types_by_node("other", "/"), Contains(Key("/a")));
  EXPECT_THAT(graph->get_publisher_names_and_types_by_node("other", ""), Contains(Key("/a")))
      << "no namespace is the root";
  EXPECT_THAT(graph->get_publisher_names_and_types_by_node("other", "/"), Not(Contains(Key("/b"))));
  EXPECT_THAT(graph->get_publisher_names_and_types_by_node("own", "/"), Not(Contains(Key("/a"))));
  EXPECT_THAT(graph->get_subscriber_names_and_types_by_node("other", "/"), Contains(Key("/b")));
  EXPECT_THAT(graph->get_client_names_and_types_by_node("other", "/"), Contains(Key("/c")));
  EXPECT_THAT(graph->get_service_names_and_types_by_node("other", "/"),
              Contains(Key("/other/list_parameters")));
  EXPECT_THAT(graph->get_node_names(), Contains("/other"));
  EXPECT_THAT(graph->get_node_names_and_namespaces(), Contains(std::make_pair("other", "/")));
  EXPECT_THAT(graph->get_node_names_with_enclaves(), Contains(std::make_tuple("other", "/", "/")));
  EXPECT_THROW(graph->get_publisher_names_and_types_by_node("nobody", "/"),
               rclcpp::exceptions::RCLError);
}

TEST_F(NodeParts, WaitForTheGraphToChange) {
  COVERS("rclcpp::node_interfaces::NodeGraph{,Interface}", "count_graph_users", "get_graph_event",
         "wait_for_graph_change");
  COVERS("rclcpp::Event", "check", "check_and_clear");
  COVERS("rclcpp::exceptions::InvalidEventError");
  COVERS("rclcpp::exceptions::EventNotRegisteredError");
  init();
  auto node = own("own");
  auto graph = node->get_node_graph_interface();
  EXPECT_EQ(graph->count_graph_users(), 0u);
  auto event = graph->get_graph_event();
  EXPECT_EQ(graph->count_graph_users(), 1u);
  auto publisher = rclcpp::create_publisher<Clock>(node, "changes", 1);
  graph->wait_for_graph_change(event, -1ns);
  EXPECT_TRUE(event->check_and_clear());
  publisher.reset();
  graph->wait_for_graph_change(event, -1ns);
  EXPECT_TRUE(event->check());
  EXPECT_THROW(graph->wait_for_graph_change(nullptr, 1ns), rclcpp::exceptions::InvalidEventError);
  EXPECT_THROW(graph->wait_for_graph_change(std::make_shared<rclcpp::Event>(), 1ns),
               rclcpp::exceptions::EventNotRegisteredError);
  event = graph->get_graph_event();
  std::thread ender([] { rclcpp::shutdown(); });
  while (rclcpp::ok()) graph->wait_for_graph_change(event, -1ns);
  ender.join();
  event.reset();
  EXPECT_EQ(graph->count_graph_users(), 0u);
}

TEST_F(NodeParts, NotifyWhoWaitsByItself) {
  COVERS("rclcpp::node_interfaces::NodeBase{,Interface}", "get_shared_notify_guard_condition",
         "trigger_notify_guard_condition", "get_rcl_node_handle", "get_shared_rcl_node_handle");
  init();
  auto node = own("own");
  auto base = node->get_node_base_interface();
  size_t told = 0;
  base->get_shared_notify_guard_condition()->set_on_trigger_callback(
      [&](size_t count) { told += count; });
  base->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  base->trigger_notify_guard_condition();
  EXPECT_EQ(told, 2u);
  EXPECT_EQ(base->get_rcl_node_handle(), base->get_shared_rcl_node_handle().get());
}

TEST_F(NodeParts, ServeSubNodesToo) {
  COVERS("rclcpp::Node", "create_sub_node", "get_sub_namespace", "get_effective_namespace");
  COVERS("rclcpp::exceptions::InvalidNamespaceError");
  COVERS("rclcpp::ClientBase", "get_service_name");
  init();
  auto node = std::make_shared<rclcpp::Node>("own", "/tower");
  auto sub = node->create_sub_node("left")->create_sub_node("arm");
  EXPECT_EQ(sub->get_sub_namespace(), "left/arm");
  EXPECT_EQ(sub->get_effective_namespace(), "/tower/left/arm");
  EXPECT_EQ(node->get_effective_namespace(), "/tower");
  EXPECT_STREQ(sub->get_name(), "own");
  EXPECT_STREQ(sub->create_publisher<Clock>("a", 1)->get_topic_name(), "/tower/left/arm/a");
  EXPECT_STREQ(sub->create_publisher<Clock>("/a", 1)->get_topic_name(), "/a");
  EXPECT_STREQ(sub->create_client<ListParameters>("c")->get_service_name(), "/tower/left/arm/c");
  EXPECT_EQ(sub->get_node_base_interface(), node->get_node_base_interface());
  EXPECT_THROW(node->create_sub_node("/left"), rclcpp::exceptions::NameValidationError);
  EXPECT_THROW(node->create_sub_node(""), rclcpp::exceptions::NameValidationError);
  EXPECT_THROW(node->create_sub_node("le ft"), rclcpp::exceptions::InvalidNamespaceError);
}

}  // namespace
