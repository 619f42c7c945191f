// The functions of a node's parts, called on the interfaces of parts that a class
// of users has made (own_node.hpp).
#include <gmock/gmock.h>

#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <type_traits>

#include "covers.h"
#include "own_node.hpp"
#include "rclcpp/guard_condition.hpp"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using namespace rclcpp::node_interfaces;  // NOLINT
using rcl_interfaces::msg::SetParametersResult;
using rcl_interfaces::srv::ListParameters;
using rclcpp::Parameter;
using rclcpp::ParameterValue;
using rosgraph_msgs::msg::Clock;
using testing::Contains;
using testing::ElementsAre;
using testing::Key;
using testing::Pair;

class PartsTest : public Running {
 protected:
  void make(const rclcpp::NodeOptions& options = rclcpp::NodeOptions()) {
    own_ = std::make_shared<OwnNode>("own", "/tower", options);
    executor_->add_node(own_->get_node_base_interface());
  }
  ~PartsTest() override { own_.reset(); }

  OwnNode::Ptr own_;
};

TEST_F(PartsTest, TheBaseHasNamesContextAndDefaults) {
  COVERS("rclcpp::node_interfaces::NodeBase{,Interface}", "get_name", "get_namespace",
         "get_fully_qualified_name", "get_context", "get_use_intra_process_default",
         "get_enable_topic_statistics_default", "resolve_topic_or_service_name",
         "get_associated_with_executor_atomic");
  init({"-r", "a:=b"});
  make(rclcpp::NodeOptions().use_intra_process_comms(true).enable_topic_statistics(true));
  const auto base = own_->get_node_base_interface();
  EXPECT_STREQ(base->get_name(), "own");
  EXPECT_STREQ(base->get_namespace(), "/tower");
  EXPECT_STREQ(base->get_fully_qualified_name(), "/tower/own");
  EXPECT_EQ(base->get_context(), rclcpp::contexts::get_global_default_context());
  EXPECT_TRUE(base->get_use_intra_process_default());
  EXPECT_TRUE(base->get_enable_topic_statistics_default());
  EXPECT_EQ(base->resolve_topic_or_service_name("a", false), "/tower/b");
  EXPECT_EQ(base->resolve_topic_or_service_name("a", false, true), "/tower/a");
  EXPECT_EQ(base->resolve_topic_or_service_name("~/s", true), "/tower/own/s");
  EXPECT_TRUE(base->get_associated_with_executor_atomic());
  executor_->remove_node(base);
  EXPECT_FALSE(base->get_associated_with_executor_atomic());
  const OwnNode other("other");
  EXPECT_TRUE(rclcpp::NodeOptions().use_intra_process_comms());
}

TEST_F(PartsTest, TheBaseMakesAndKnowsItsGroups) {
  COVERS("rclcpp::node_interfaces::NodeBase{,Interface}", "create_callback_group",
         "callback_group_in_node", "for_each_callback_group");
  COVERS("rclcpp::node_interfaces::NodeBaseInterface", "CallbackGroupFunction");
  COVERS("rclcpp::CallbackGroup", "type", "automatically_add_to_executor_with_node");
  COVERS("rclcpp::CallbackGroupType", "MutuallyExclusive", "Reentrant");
  init();
  make();
  const auto base = own_->get_node_base_interface();
  auto group = base->create_callback_group(rclcpp::CallbackGroupType::Reentrant, false);
  EXPECT_EQ(group->type(), rclcpp::CallbackGroupType::Reentrant);
  EXPECT_FALSE(group->automatically_add_to_executor_with_node());
  const auto usual = base->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  EXPECT_EQ(usual->type(), rclcpp::CallbackGroupType::MutuallyExclusive);
  EXPECT_TRUE(usual->automatically_add_to_executor_with_node());
  EXPECT_TRUE(base->callback_group_in_node(group));
  EXPECT_FALSE(base->callback_group_in_node(
      node("other")->create_callback_group(rclcpp::CallbackGroupType::Reentrant)));
  std::vector<rclcpp::CallbackGroup::SharedPtr> all;
  const NodeBaseInterface::CallbackGroupFunction collect = [&](auto one) { all.push_back(one); };
  base->for_each_callback_group(collect);
  EXPECT_THAT(all, ElementsAre(base->get_default_callback_group(), group, usual));
  all.clear();
  group.reset();
  base->for_each_callback_group(collect);
  EXPECT_EQ(all.size(), 2u) << "a group that nobody holds is none";
}

TEST_F(PartsTest, AGroupIsTakenWhileItsCallbackRunsAndKnowsItsExecutor) {
  COVERS("rclcpp::CallbackGroup", "can_be_taken_from", "get_associated_with_executor_atomic");
  init();
  auto own = node("own");
  const auto group =
      own->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  EXPECT_FALSE(group->get_associated_with_executor_atomic());
  executor_->add_callback_group(group, own->get_node_base_interface());
  EXPECT_TRUE(group->get_associated_with_executor_atomic());
  EXPECT_TRUE(group->can_be_taken_from());
  executor_->remove_callback_group(group);
  EXPECT_FALSE(group->get_associated_with_executor_atomic());
}

TEST_F(PartsTest, TheBaseNotifiesWhoWaitsByItself) {
  COVERS("rclcpp::node_interfaces::NodeBase{,Interface}", "get_notify_guard_condition",
         "trigger_notify_guard_condition");
  init();
  make();
  const auto base = own_->get_node_base_interface();
  size_t told = 0;
  base->get_notify_guard_condition().set_on_trigger_callback([&](size_t n) { told += n; });
  base->trigger_notify_guard_condition();
  EXPECT_EQ(told, 1u);
}

TEST_F(PartsTest, TheGraphShowsTopicsServicesAndTheirEnds) {
  COVERS("rclcpp::node_interfaces::NodeGraph{,Interface}", "count_subscribers",
         "get_publishers_info_by_topic", "get_subscriptions_info_by_topic",
         "get_topic_names_and_types", "get_service_names_and_types");
  init();
  make();
  auto other = node("other");
  const auto publisher = other->create_publisher<Clock>("/a", 1);
  const auto subscription = other->create_subscription<Clock>("/a", 1, [](const Clock&) {});
  const auto graph = own_->get_node_graph_interface();
  wait_until([&] { return graph->count_subscribers("/a") == 1; });
  EXPECT_EQ(graph->get_publishers_info_by_topic("/a").at(0).node_name(), "other");
  EXPECT_EQ(graph->get_subscriptions_info_by_topic("/a").at(0).node_name(), "other");
  EXPECT_THAT(graph->get_topic_names_and_types(),
              Contains(Pair("/a", ElementsAre("rosgraph_msgs/msg/Clock"))));
  EXPECT_THAT(graph->get_service_names_and_types(), Contains(Key("/other/list_parameters")));
}

TEST_F(PartsTest, TheGraphTellsItsChangesByEventsAndAGuardCondition) {
  COVERS("rclcpp::node_interfaces::NodeGraph{,Interface}", "notify_graph_change", "notify_shutdown",
         "get_graph_guard_condition");
  COVERS("rclcpp::Event", "set", "check", "check_and_clear");
  init();
  make();
  const auto graph = own_->get_node_graph_interface();
  const auto event = graph->get_graph_event();
  event->check_and_clear();
  graph->notify_graph_change();
  EXPECT_TRUE(event->check_and_clear());
  // Again if the graph changed by itself meanwhile.
  while (event->set()) event->check_and_clear();
  EXPECT_TRUE(event->set()) << "it was set";
  do {
    event->check_and_clear();
    graph->notify_shutdown();
  } while (event->check());
  std::atomic<bool> over{false};
  std::thread waiter([&] {
    graph->wait_for_graph_change(event, -1ns);
    over = true;
  });
  while (!over) graph->notify_graph_change();
  waiter.join();
  const rcl_guard_condition_t* const guard = graph->get_graph_guard_condition();
  ASSERT_NE(guard, nullptr);
  EXPECT_EQ(guard, graph->get_graph_guard_condition());
  EXPECT_NE(guard->impl, nullptr);
}

TEST_F(PartsTest, ServicesAndClientsAreAddedToGroupsOfTheirNode) {
  COVERS("rclcpp::node_interfaces::NodeServices{,Interface}", "add_service", "add_client");
  COVERS("rclcpp::node_interfaces::NodeTimers{,Interface}", "add_timer");
  init();
  make();
  auto other = node("other");
  const auto foreign = other->create_callback_group(rclcpp::CallbackGroupType::Reentrant);
  const auto client = other->create_client<ListParameters>("c");
  const auto service = other->create_service<ListParameters>(
      "s", [](ListParameters::Request::SharedPtr, ListParameters::Response::SharedPtr) {});
  const auto services = own_->get_node_services_interface();
  EXPECT_THROW(services->add_client(client, foreign),
               rclcpp::exceptions::MissingGroupNodeException);
  EXPECT_THROW(services->add_service(service, foreign),
               rclcpp::exceptions::MissingGroupNodeException);
  EXPECT_NO_THROW(services->add_client(client, nullptr));
  EXPECT_NO_THROW(services->add_service(service, nullptr));
  const auto timers = own_->get_node_timers_interface();
  bool ran = false;
  auto call = [&] { ran = true; };
  const auto timer = std::make_shared<rclcpp::WallTimer<decltype(call)>>(1ms, std::move(call));
  EXPECT_THROW(timers->add_timer(timer, foreign), rclcpp::exceptions::MissingGroupNodeException);
  timers->add_timer(timer, nullptr);
  wait_until([&] { return ran; });
}

TEST_F(PartsTest, TimeSourceAndTypeDescriptionsWorkByBeingThere) {
  COVERS("rclcpp::node_interfaces::NodeTimeSource");
  COVERS("rclcpp::node_interfaces::NodeTimeSourceInterface");
  COVERS("rclcpp::node_interfaces::NodeTypeDescriptions");
  COVERS("rclcpp::node_interfaces::NodeTypeDescriptionsInterface");
  init();
  make();
  const auto clock = own_->get_node_clock_interface()->get_clock();
  auto base = own_->get_node_base_interface();
  std::shared_ptr<NodeTimeSourceInterface> second = std::make_shared<NodeTimeSource>(
      base, own_->get_node_topics_interface(), own_->get_node_graph_interface(),
      own_->get_node_services_interface(), own_->get_node_logging_interface(),
      own_->get_node_clock_interface(), own_->get_node_parameters_interface());
  own_->get_node_parameters_interface()->set_parameters({Parameter("use_sim_time", true)});
  EXPECT_TRUE(clock->ros_time_is_active());
  auto other = node("other");
  const auto graph = own_->get_node_graph_interface();
  EXPECT_EQ(graph->count_services("/tower/own/get_type_description"), 1u);
  rclcpp::NodeOptions quiet;
  quiet.append_parameter_override("start_type_description_service", false);
  OwnNode bare("bare", "/tower", quiet);
  EXPECT_EQ(graph->count_services("/tower/bare/get_type_description"), 0u);
  std::shared_ptr<NodeTypeDescriptionsInterface> late = std::make_shared<NodeTypeDescriptions>(
      other->get_node_base_interface(), other->get_node_logging_interface(),
      other->get_node_parameters_interface(), other->get_node_services_interface());
  EXPECT_NE(late, nullptr);
}

TEST_F(PartsTest, ParametersAreDeclaredSetReadAndDescribed) {
  COVERS("rclcpp::node_interfaces::NodeParameters{,Interface}", "declare_parameter",
         "has_parameter", "get_parameter", "get_parameters", "get_parameters_by_prefix",
         "set_parameters", "set_parameters_atomically", "describe_parameters",
         "get_parameter_types", "list_parameters", "undeclare_parameter",
         "get_parameter_overrides");
  init({"-p", "arm.length:=4"});
  make();
  const auto parameters = own_->get_node_parameters_interface();
  EXPECT_EQ(parameters->get_parameter_overrides().at("arm.length"), ParameterValue(4));
  EXPECT_EQ(parameters->declare_parameter("arm.length", ParameterValue(1)).get<int>(), 4);
  rcl_interfaces::msg::ParameterDescriptor loose;
  loose.dynamic_typing = true;
  loose.description = "of any type";
  parameters->declare_parameter("loose", ParameterValue(1), loose);
  EXPECT_TRUE(parameters->has_parameter("loose"));
  EXPECT_TRUE(parameters->set_parameters({Parameter("loose", "x")}).at(0).successful);
  EXPECT_EQ(parameters->get_parameter("loose").as_string(), "x");
  EXPECT_FALSE(
      parameters
          ->set_parameters_atomically({Parameter("loose", 7), Parameter("arm.length", "long")})
          .successful);
  EXPECT_THAT(parameters->get_parameters({"arm.length", "loose"}),
              ElementsAre(Parameter("arm.length", 4), Parameter("loose", "x")));
  std::map<std::string, Parameter> arm;
  EXPECT_TRUE(parameters->get_parameters_by_prefix("arm", arm));
  EXPECT_EQ(arm.at("length").as_int(), 4);
  EXPECT_EQ(parameters->describe_parameters({"loose"}).at(0).description, "of any type");
  EXPECT_THAT(parameters->get_parameter_types({"arm.length"}),
              ElementsAre(rclcpp::PARAMETER_INTEGER));
  EXPECT_THAT(parameters->list_parameters({"arm"}, 0).names, ElementsAre("arm.length"));
  parameters->undeclare_parameter("loose");
  EXPECT_FALSE(parameters->has_parameter("loose"));
}

TEST_F(PartsTest, CallbacksSurroundTheSettingOfParameters) {
  COVERS("rclcpp::node_interfaces::NodeParameters{,Interface}", "add_pre_set_parameters_callback",
         "add_on_set_parameters_callback", "add_post_set_parameters_callback",
         "remove_pre_set_parameters_callback", "remove_on_set_parameters_callback",
         "remove_post_set_parameters_callback");
  COVERS("rclcpp::node_interfaces::NodeParametersInterface", "PreSetParametersCallbackType",
         "OnSetParametersCallbackType", "PostSetParametersCallbackType");
  COVERS("rclcpp::node_interfaces::PreSetParametersCallbackHandle", "PreSetParametersCallbackType");
  COVERS("rclcpp::node_interfaces::OnSetParametersCallbackHandle", "OnSetParametersCallbackType",
         "OnParametersSetCallbackType");
  COVERS("rclcpp::node_interfaces::PostSetParametersCallbackHandle",
         "PostSetParametersCallbackType");
  init();
  make();
  const auto parameters = own_->get_node_parameters_interface();
  parameters->declare_parameter("a", ParameterValue(1));
  std::string order;
  const PreSetParametersCallbackHandle::PreSetParametersCallbackType before = [&](auto&) {
    order += "a";
  };
  const OnSetParametersCallbackHandle::OnSetParametersCallbackType during = [&](const auto&) {
    order += "b";
    return SetParametersResult().set__successful(true);
  };
  const PostSetParametersCallbackHandle::PostSetParametersCallbackType after = [&](const auto&) {
    order += "c";
  };
  static_assert(std::is_same_v<OnSetParametersCallbackHandle::OnParametersSetCallbackType,
                               OnSetParametersCallbackHandle::OnSetParametersCallbackType>);
  static_assert(std::is_same_v<NodeParametersInterface::PreSetParametersCallbackType,
                               PreSetParametersCallbackHandle::PreSetParametersCallbackType>);
  static_assert(std::is_same_v<NodeParametersInterface::OnSetParametersCallbackType,
                               OnSetParametersCallbackHandle::OnSetParametersCallbackType>);
  static_assert(std::is_same_v<NodeParametersInterface::PostSetParametersCallbackType,
                               PostSetParametersCallbackHandle::PostSetParametersCallbackType>);
  const auto a = parameters->add_pre_set_parameters_callback(before);
  const auto b = parameters->add_on_set_parameters_callback(during);
  const auto c = parameters->add_post_set_parameters_callback(after);
  parameters->set_parameters({Parameter("a", 2)});
  EXPECT_EQ(order, "abc");
  parameters->remove_pre_set_parameters_callback(a.get());
  parameters->remove_on_set_parameters_callback(b.get());
  parameters->remove_post_set_parameters_callback(c.get());
  EXPECT_THROW(parameters->remove_pre_set_parameters_callback(a.get()), std::runtime_error);
  EXPECT_THROW(parameters->remove_post_set_parameters_callback(c.get()), std::runtime_error);
  parameters->set_parameters({Parameter("a", 3)});
  EXPECT_EQ(order, "abc");
}

TEST_F(PartsTest, ListsOfCallbacksKeepThemWeakly) {
  COVERS("rclcpp::node_interfaces::NodeParameters", "CallbacksContainerType",
         "OnSetCallbacksHandleContainer", "PostSetCallbacksHandleContainer",
         "PreSetCallbacksHandleContainer");
  static_assert(std::is_same_v<NodeParameters::CallbacksContainerType,
                               NodeParameters::OnSetCallbacksHandleContainer>);
  NodeParameters::PreSetCallbacksHandleContainer before;
  NodeParameters::OnSetCallbacksHandleContainer during;
  NodeParameters::PostSetCallbacksHandleContainer after;
  before.push_back(PreSetParametersCallbackHandle::make_shared());
  during.push_back(OnSetParametersCallbackHandle::make_shared());
  after.push_back(PostSetParametersCallbackHandle::make_shared());
  EXPECT_TRUE(before.front().expired() && during.front().expired() && after.front().expired());
}

TEST(ParameterPartsTest, AChangeOfParametersMayNotBeginWithinAnother) {
  COVERS("rclcpp::node_interfaces::ParameterMutationRecursionGuard");
  COVERS("rclcpp::node_interfaces::ParameterInfo");
  bool allowed = true;
  {
    const ParameterMutationRecursionGuard guard(allowed);
    EXPECT_FALSE(allowed);
    EXPECT_THROW(ParameterMutationRecursionGuard within(allowed),
                 rclcpp::exceptions::ParameterModifiedInCallbackException);
  }
  EXPECT_TRUE(allowed);
  ParameterInfo info;
  info.descriptor.name = "a";
  info.value = ParameterValue(5);
  EXPECT_EQ(Parameter(info), Parameter("a", 5));
}

}  // namespace
