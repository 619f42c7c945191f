// What the options of a node change about it.
#include <gmock/gmock.h>

#include <rosgraph_msgs/msg/clock.hpp>

#include "covers.h"
#include "rclcpp/detail/options.hpp"
#include "running.hpp"

namespace {

using rclcpp::NodeOptions;
using rclcpp::Parameter;
using rosgraph_msgs::msg::Clock;
using testing::Contains;
using testing::ElementsAre;

class NodeOptionsTest : public Running {};

TEST_F(NodeOptionsTest, AreReadByTheNamesThatSetThem) {
  COVERS("rclcpp::NodeOptions", "allocator", "enable_topic_statistics", "parameter_overrides",
         "operator=", "rosout_qos", "clock_qos", "context");
  NodeOptions options, copy;
  const auto context = std::make_shared<rclcpp::Context>();
  auto allocator = rcutils_get_default_allocator();
  allocator.state = &options;
  options.allocator(allocator).enable_topic_statistics(true).context(context);
  options.parameter_overrides({Parameter("a", 1)}).append_parameter_override("b", 2);
  options.rosout_qos(rclcpp::QoS(3)).clock_qos(rclcpp::QoS(4));
  copy = options;
  EXPECT_EQ(copy.allocator().state, &options);
  EXPECT_TRUE(copy.enable_topic_statistics());
  EXPECT_FALSE(NodeOptions().enable_topic_statistics());
  EXPECT_THAT(copy.parameter_overrides(), ElementsAre(Parameter("a", 1), Parameter("b", 2)));
  EXPECT_EQ(copy.rosout_qos().depth(), 3u);
  EXPECT_EQ(copy.clock_qos().depth(), 4u);
  EXPECT_EQ(copy.context(), context);
}

TEST_F(NodeOptionsTest, OverridesAreChangedInPlace) {
  NodeOptions options;
  options.parameter_overrides().emplace_back("a", 1);
  options.parameter_overrides().push_back(Parameter("b", 2));
  options.parameter_overrides().erase(options.parameter_overrides().begin());
  const NodeOptions& same = options.append_parameter_override(Parameter("c", "x"));
  EXPECT_THAT(same.parameter_overrides(), ElementsAre(Parameter("b", 2), Parameter("c", "x")));
}

TEST_F(NodeOptionsTest, ParametersThatAreNotDeclaredNeedPermission) {
  COVERS("rclcpp::NodeOptions", "allow_undeclared_parameters",
         "automatically_declare_parameters_from_overrides");
  init({"-p", "a:=1"});
  EXPECT_FALSE(NodeOptions().allow_undeclared_parameters());
  EXPECT_FALSE(NodeOptions().automatically_declare_parameters_from_overrides());
  EXPECT_THROW(node("strict")->set_parameter(Parameter("b", 2)),
               rclcpp::exceptions::ParameterNotDeclaredException);
  const auto free = node("free", NodeOptions().allow_undeclared_parameters(true));
  EXPECT_TRUE(free->set_parameter(Parameter("b", 2)).successful);
  EXPECT_FALSE(free->has_parameter("a"));
  const auto automatic =
      node("automatic", NodeOptions().automatically_declare_parameters_from_overrides(true));
  EXPECT_EQ(automatic->get_parameter("a").as_int(), 1);
}

TEST_F(NodeOptionsTest, TheClockIsOfTheKindThatIsAskedFor) {
  COVERS("rclcpp::NodeOptions", "clock_type");
  init();
  EXPECT_EQ(node("usual")->get_clock()->get_clock_type(), RCL_ROS_TIME);
  EXPECT_EQ(node("steady", NodeOptions().clock_type(RCL_STEADY_TIME))->now().get_clock_type(),
            RCL_STEADY_TIME);
}

TEST_F(NodeOptionsTest, PublishersOfTheNodeItselfHaveTheirQos) {
  COVERS("rclcpp::NodeOptions", "rosout_qos", "parameter_event_qos", "clock_qos",
         "parameter_event_publisher_options");
  init();
  rclcpp::PublisherOptionsBase by_network;
  by_network.use_intra_process_comm = rclcpp::IntraProcessSetting::Disable;
  NodeOptions options;
  options.rosout_qos(rclcpp::QoS(3).best_effort());
  options.parameter_event_qos(rclcpp::QoS(4).transient_local());
  options.clock_qos(rclcpp::QoS(1).reliable());
  options.parameter_event_publisher_options(by_network);
  options.append_parameter_override("use_sim_time", true);
  EXPECT_EQ(options.parameter_event_publisher_options().use_intra_process_comm,
            rclcpp::IntraProcessSetting::Disable);
  const auto own = node("own", options);
  EXPECT_EQ(own->get_publishers_info_by_topic("/rosout").at(0).qos_profile().reliability(),
            rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(own->get_publishers_info_by_topic("/parameter_events").at(0).qos_profile().durability(),
            rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(own->get_subscriptions_info_by_topic("/clock").at(0).qos_profile().reliability(),
            rclcpp::ReliabilityPolicy::Reliable);
}

TEST_F(NodeOptionsTest, WithoutIntraProcessCommunicationPairsUseTheNetwork) {
  COVERS("rclcpp::NodeOptions", "use_intra_process_comms");
  init();
  const auto is_near = [&](const NodeOptions& options) {
    auto own = node("own", options);
    bool near = false, got = false;
    const auto subscription = own->create_subscription<Clock>(
        "a", 10, [&](const Clock&, const rclcpp::MessageInfo& info) {
          near = info.get_rmw_message_info().from_intra_process;
          got = true;
        });
    const auto publisher = own->create_publisher<Clock>("a", 10);
    wait_until([&] { return publisher->get_subscription_count() == 1; });
    publisher->publish(Clock());
    wait_until([&] { return got; });
    executor_->remove_node(own);
    return near;
  };
  EXPECT_TRUE(is_near(NodeOptions()));
  EXPECT_TRUE(is_near(NodeOptions().use_intra_process_comms(true)));
  EXPECT_FALSE(is_near(NodeOptions().use_intra_process_comms(false)));
}

TEST_F(NodeOptionsTest, TheirPartForRclFollowsThem) {
  COVERS("rclcpp::NodeOptions", "get_rcl_node_options", "arguments", "use_global_arguments",
         "enable_rosout");
  NodeOptions options;
  EXPECT_TRUE(options.get_rcl_node_options()->use_global_arguments);
  EXPECT_TRUE(options.get_rcl_node_options()->enable_rosout);
  options.use_global_arguments(false).enable_rosout(false).arguments({"--ros-args"});
  EXPECT_FALSE(options.get_rcl_node_options()->use_global_arguments);
  EXPECT_FALSE(options.get_rcl_node_options()->enable_rosout);
  EXPECT_THAT(options.arguments(), ElementsAre("--ros-args"));
}

TEST_F(NodeOptionsTest, ALoggerIsKnownByTheHandleOfItsNode) {
  COVERS("rclcpp", "get_node_logger");
  init();
  const auto own = node("own");
  const rcl_node_t* handle = own->get_node_base_interface()->get_rcl_node_handle();
  EXPECT_STREQ(rclcpp::get_node_logger(handle).get_name(), "own");
  testing::internal::CaptureStderr();
  EXPECT_STREQ(rclcpp::get_node_logger(nullptr).get_name(), "rclcpp");
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("null"));
}

}  // namespace
