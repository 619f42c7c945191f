// A node's parameters as other nodes see them, its log lines on /rosout, its
// time, its names and what bad arguments say.
#include <gmock/gmock.h>

#include <fstream>

#include "covers.h"
#include "message_of.hpp"
#include "rcl_interfaces/msg/log.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rcl_interfaces/srv/describe_parameters.hpp"
#include "rcl_interfaces/srv/get_logger_levels.hpp"
#include "rcl_interfaces/srv/get_parameter_types.hpp"
#include "rcl_interfaces/srv/get_parameters.hpp"
#include "rcl_interfaces/srv/list_parameters.hpp"
#include "rcl_interfaces/srv/set_logger_levels.hpp"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rclcpp/exceptions.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "running.hpp"

namespace {

namespace srv = rcl_interfaces::srv;
using rcl_interfaces::msg::Log;
using rcl_interfaces::msg::ParameterEvent;
using rclcpp::Parameter;
using rosgraph_msgs::msg::Clock;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ParameterServiceTest : public Running {
 protected:
  ParameterServiceTest() {
    init();
    server_ = node("server");
    client_ = node("client");
    server_->declare_parameter("a.b", 1);
    server_->declare_parameter("text", "x");
  }
  rclcpp::Node::SharedPtr server_;
  rclcpp::Node::SharedPtr client_;
};

TEST_F(ParameterServiceTest, ValuesAndTypesAreGivenInTheOrderAsked) {
  srv::GetParameters::Request get;
  get.names = {"text", "a.b"};
  const auto values = ask<srv::GetParameters>(client_, "/server/get_parameters", get).values;
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0].string_value, "x");
  EXPECT_EQ(values[1].integer_value, 1);
  srv::GetParameterTypes::Request types;
  types.names = get.names;
  EXPECT_THAT(ask<srv::GetParameterTypes>(client_, "/server/get_parameter_types", types).types,
              ElementsAre(rclcpp::PARAMETER_STRING, rclcpp::PARAMETER_INTEGER));
}

TEST_F(ParameterServiceTest, AnUnknownNameGivesNothing) {
  srv::GetParameters::Request get;
  get.names = {"a.b", "unknown"};
  EXPECT_THAT(ask<srv::GetParameters>(client_, "/server/get_parameters", get).values, IsEmpty());
}

TEST_F(ParameterServiceTest, SettingSaysWhatWasRefusedAndWhy) {
  srv::SetParameters::Request set;
  set.parameters = {Parameter("a.b", 7).to_parameter_msg(),
                    Parameter("text", 1.0).to_parameter_msg(),
                    Parameter("unknown", 1).to_parameter_msg()};
  const auto results = ask<srv::SetParameters>(client_, "/server/set_parameters", set).results;
  ASSERT_EQ(results.size(), 3u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_THAT(results[1].reason, HasSubstr("Wrong parameter type"));
  EXPECT_THAT(results[2].reason, HasSubstr("'unknown'"));
  EXPECT_EQ(server_->get_parameter("a.b").as_int(), 7);
}

TEST_F(ParameterServiceTest, AtomicSettingChangesNothingWhenOneIsRefused) {
  srv::SetParametersAtomically::Request set;
  set.parameters = {Parameter("a.b", 7).to_parameter_msg(),
                    Parameter("text", 1.0).to_parameter_msg()};
  const std::string name = "/server/set_parameters_atomically";
  EXPECT_FALSE(ask<srv::SetParametersAtomically>(client_, name, set).result.successful);
  EXPECT_EQ(server_->get_parameter("a.b").as_int(), 1);
  set.parameters[1] = Parameter("unknown", 1).to_parameter_msg();
  EXPECT_EQ(ask<srv::SetParametersAtomically>(client_, name, set).result.reason,
            "One or more parameters were not declared before setting");
}

TEST_F(ParameterServiceTest, AValueOfNoTypeIsRefusedNotThrown) {
  srv::SetParameters::Request set;
  set.parameters = {Parameter("a.b", 7).to_parameter_msg()};
  set.parameters[0].value.type = 200;
  const auto results = ask<srv::SetParameters>(client_, "/server/set_parameters", set).results;
  ASSERT_EQ(results.size(), 1u);
  EXPECT_THAT(results[0].reason, HasSubstr("200"));
}

TEST_F(ParameterServiceTest, WhateverCallbacksThrowTheClientIsAnsweredWithWhatHappened) {
  srv::SetParameters::Request set;
  set.parameters = {Parameter("a.b", 7).to_parameter_msg()};
  const auto answer = [&] {
    return ask<srv::SetParameters>(client_, "/server/set_parameters", set).results.at(0);
  };
  int events = 0;
  const auto heard = client_->create_subscription<ParameterEvent>(
      "/parameter_events", 10, [&](const ParameterEvent& event) {
        events += event.node == "/server" && !event.changed_parameters.empty();
      });
  auto refuses = server_->add_on_set_parameters_callback(
      [](const auto&) -> rcl_interfaces::msg::SetParametersResult { throw 42; });
  EXPECT_THAT(answer().reason, HasSubstr("no std::exception"));
  EXPECT_EQ(server_->get_parameter("a.b").as_int(), 1);
  refuses.reset();
  const auto fails = server_->add_post_set_parameters_callback(
      [](const auto&) { throw std::runtime_error("too late"); });
  EXPECT_TRUE(answer().successful);
  EXPECT_EQ(server_->get_parameter("a.b").as_int(), 7);
  EXPECT_THROW(server_->set_parameter(Parameter("a.b", 8)), std::runtime_error);
  wait_until([&] { return events == 2; });
}

TEST_F(ParameterServiceTest, ParametersAreListedAndDescribed) {
  srv::ListParameters::Request list;
  list.prefixes = {"a"};
  EXPECT_THAT(ask<srv::ListParameters>(client_, "/server/list_parameters", list).result.names,
              ElementsAre("a.b"));
  srv::DescribeParameters::Request describe;
  describe.names = {"use_sim_time"};
  const auto descriptors =
      ask<srv::DescribeParameters>(client_, "/server/describe_parameters", describe).descriptors;
  ASSERT_EQ(descriptors.size(), 1u);
  EXPECT_EQ(descriptors[0].type, rclcpp::PARAMETER_BOOL);
}

TEST_F(ParameterServiceTest, EventsNameNodeParameterAndChange) {
  COVERS("rclcpp::Node", "set_parameter", "declare_parameter");
  std::vector<ParameterEvent> events;
  const auto subscription = client_->create_subscription<ParameterEvent>(
      "/parameter_events", rclcpp::ParameterEventsQoS(),
      [&](const ParameterEvent& event) { events.push_back(event); });
  server_->set_parameter(Parameter("a.b", 2));
  server_->declare_parameter("new", true);
  wait_until([&] { return events.size() == 2; });
  EXPECT_EQ(events[0].node, "/server");
  EXPECT_EQ(events[0].changed_parameters[0].name, "a.b");
  EXPECT_EQ(events[0].changed_parameters[0].value.integer_value, 2);
  EXPECT_EQ(events[1].new_parameters[0].name, "new");
}

class RosoutTest : public Running {
 protected:
  /// Lines that reach /rosout, apart from those that the runtime logs.
  void listen() {
    listener_ = node("listener");
    subscription_ = listener_->create_subscription<Log>(
        "/rosout", rclcpp::RosoutQoS(), [this](const Log& line) { lines_.push_back(line); });
  }
  rclcpp::Node::SharedPtr listener_;
  rclcpp::Subscription<Log>::SharedPtr subscription_;
  std::vector<Log> lines_;
};

TEST_F(RosoutTest, LinesOfANodeAndItsChildrenGoToRosout) {
  COVERS("rclcpp::Node", "get_logger");
  init({"-r", "talker:__ns:=/ns"});
  listen();
  const auto talker = node("talker");
  const int first_line = __LINE__ + 1;
  RCLCPP_WARN(talker->get_logger(), "value %d", 5);
  RCLCPP_ERROR(talker->get_logger().get_child("kid"), "child");
  RCLCPP_WARN(rclcpp::get_logger("nobody"), "not a node's");
  RCLCPP_INFO(listener_->get_logger(), "last");
  wait_until([&] { return lines_.size() == 3; });
  EXPECT_EQ(lines_[0].name, "ns.talker");
  EXPECT_EQ(lines_[0].msg, "value 5");
  EXPECT_EQ(lines_[0].level, Log::WARN);
  EXPECT_EQ(lines_[0].line, static_cast<uint32_t>(first_line));
  EXPECT_THAT(lines_[0].file, HasSubstr("node_test.cc"));
  EXPECT_NE(lines_[0].stamp.sec, 0);
  EXPECT_EQ(lines_[1].name, "ns.talker.kid");
  EXPECT_EQ(lines_[2].msg, "last");
}

TEST_F(RosoutTest, ALateListenerGetsWhatWasSaidBefore) {
  init();
  const auto talker = node("talker");
  RCLCPP_INFO(talker->get_logger(), "early");
  listen();
  wait_until([&] { return lines_.size() == 1; });
  EXPECT_EQ(lines_[0].msg, "early");
}

TEST_F(RosoutTest, ItCanBeDisabledForTheProcessAndForANode) {
  COVERS("rclcpp::NodeOptions", "enable_rosout");
  init({"--disable-rosout-logs"});
  EXPECT_EQ(node("silent")->count_publishers("/rosout"), 0u);
  executor_.reset();
  rclcpp::shutdown();
  init({"--enable-rosout-logs"});
  listen();
  const auto silent = node("silent", rclcpp::NodeOptions().enable_rosout(false));
  RCLCPP_INFO(silent->get_logger(), "unheard");
  RCLCPP_INFO(listener_->get_logger(), "heard");
  wait_until([&] { return !lines_.empty(); });
  EXPECT_EQ(lines_[0].msg, "heard");
}

class LoggerServiceTest : public Running {};

TEST_F(LoggerServiceTest, LevelsAreSetAndReadByOtherNodes) {
  COVERS("rclcpp::NodeOptions", "enable_logger_service");
  init();
  const auto server = node("server", rclcpp::NodeOptions().enable_logger_service(true));
  const auto client = node("client");
  srv::SetLoggerLevels::Request set;
  set.levels.resize(2);
  set.levels[0].name = "served";
  set.levels[0].level = 40;
  set.levels[1].name = "served";
  set.levels[1].level = 41;
  const auto results = ask<srv::SetLoggerLevels>(client, "/server/set_logger_levels", set).results;
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].successful);
  EXPECT_THAT(results[1].reason, HasSubstr("severity 41"));
  EXPECT_EQ(rclcpp::get_logger("served.kid").get_effective_level(), rclcpp::Logger::Level::Error);
  srv::GetLoggerLevels::Request get;
  get.names = {"served", "served.kid"};
  const auto levels = ask<srv::GetLoggerLevels>(client, "/server/get_logger_levels", get).levels;
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_EQ(levels[0].level, 40u);
  EXPECT_EQ(levels[1].level, 0u);
}

class SimTimeTest : public Running {
 protected:
  void tick(int32_t seconds) {
    Clock message;
    message.clock.sec = seconds;
    publisher_->publish(message);
  }
  void provide() {
    source_ = node("source");
    publisher_ = source_->create_publisher<Clock>("/clock", rclcpp::ClockQoS());
  }
  rclcpp::Node::SharedPtr source_;
  rclcpp::Publisher<Clock>::SharedPtr publisher_;
};

TEST_F(SimTimeTest, TheClockFollowsTheTopicWithoutBeingSpun) {
  COVERS("rclcpp::Clock", "ros_time_is_active", "wait_until_started");
  COVERS("rclcpp::Node", "get_clock", "now");
  init();
  provide();
  rclcpp::NodeOptions options;
  options.append_parameter_override("use_sim_time", true);
  const auto simulated = std::make_shared<rclcpp::Node>("simulated", options);  // not spun
  EXPECT_TRUE(simulated->get_clock()->ros_time_is_active());
  EXPECT_EQ(simulated->now().nanoseconds(), 0);
  tick(100);
  EXPECT_TRUE(simulated->get_clock()->wait_until_started());
  EXPECT_EQ(simulated->now(), rclcpp::Time(100, 0, RCL_ROS_TIME));
  EXPECT_FALSE(source_->get_clock()->ros_time_is_active());
}

TEST_F(SimTimeTest, TheParameterSwitchesItOnAndOff) {
  init();
  provide();
  const auto simulated = node("simulated");
  EXPECT_TRUE(simulated->set_parameter(Parameter("use_sim_time", true)).successful);
  tick(5);
  EXPECT_TRUE(simulated->get_clock()->wait_until_started());
  EXPECT_EQ(simulated->now().seconds(), 5.0);
  EXPECT_TRUE(simulated->set_parameter(Parameter("use_sim_time", false)).successful);
  EXPECT_GT(simulated->now().seconds(), 1e9);
  EXPECT_THAT(simulated->set_parameter(Parameter("use_sim_time", 1)).reason, HasSubstr("bool"));
}

TEST_F(SimTimeTest, ItIsReadWhereTheNodeIsSpunIfSoAsked) {
  COVERS("rclcpp::NodeOptions", "use_clock_thread");
  init({"-p", "simulated:use_sim_time:=true"});
  provide();
  const auto simulated = node("simulated", rclcpp::NodeOptions().use_clock_thread(false));
  tick(7);
  wait_until([&] { return simulated->now().nanoseconds() != 0; });
  EXPECT_EQ(simulated->now().seconds(), 7.0);
}

TEST_F(SimTimeTest, SleepingFollowsSimulatedTime) {
  COVERS("rclcpp::Clock", "sleep_until");
  init();
  provide();
  rclcpp::NodeOptions options;
  options.append_parameter_override("use_sim_time", true);
  const auto simulated = std::make_shared<rclcpp::Node>("simulated", options);
  std::thread ticker([&] {
    for (int32_t second = 1; simulated->now().seconds() < 20; ++second) {
      tick(second);
      std::this_thread::yield();
    }
  });
  EXPECT_TRUE(simulated->get_clock()->sleep_until(rclcpp::Time(20, 0, RCL_ROS_TIME)));
  EXPECT_GE(simulated->now().seconds(), 20);
  ticker.join();
}

class ArgumentsTest : public Running {};

TEST_F(ArgumentsTest, ParametersComeFromArgumentsFilesAndOptionsTheLastWins) {
  COVERS("rclcpp::NodeOptions", "append_parameter_override", "use_global_arguments");
  std::filesystem::create_directories(folder_);
  const std::string file = folder_ + "/p.yaml";
  std::ofstream(file) << "/**: {ros__parameters: {a: 1, b: 1, c: 1}}\n"
                         "/ns/n: {ros__parameters: {b: 2}}\n"
                         "other: {ros__parameters: {c: 9}}\n";
  init({"--params-file", file, "-p", "c:=3", "-r", "__ns:=/ns"});
  rclcpp::NodeOptions options;
  options.append_parameter_override("d", 4);
  const auto made = node("n", options);
  const auto value = [&](const char* name) { return made->declare_parameter(name, 0); };
  EXPECT_EQ(value("a"), 1);
  EXPECT_EQ(value("b"), 2);
  EXPECT_EQ(value("c"), 3);
  EXPECT_EQ(value("d"), 4);
  const auto alone = node("m", rclcpp::NodeOptions().use_global_arguments(false));
  EXPECT_EQ(alone->declare_parameter("a", 0), 0);
  EXPECT_STREQ(alone->get_namespace(), "/");
}

TEST_F(ArgumentsTest, ANodesOwnArgumentsComeBeforeTheProcesss) {
  COVERS("rclcpp::NodeOptions", "arguments");
  COVERS("rclcpp::Node", "get_name");
  init({"-p", "a:=1", "-r", "__node:=global"});
  const auto made =
      node("n", rclcpp::NodeOptions().arguments({"--ros-args", "-p", "a:=2", "-r", "__node:=own"}));
  EXPECT_STREQ(made->get_name(), "own");
  EXPECT_EQ(made->declare_parameter("a", 0), 2);
}

TEST_F(ArgumentsTest, UnknownAndUnreadableArgumentsAreNamed) {
  COVERS("rclcpp", "ok");
  EXPECT_THAT(message_of<rclcpp::exceptions::UnknownROSArgsError>([&] { init({"--log-levle"}); }),
              HasSubstr("'--log-levle'"));
  EXPECT_THAT(message_of<rclcpp::exceptions::RCLInvalidROSArgsError>(
                  [&] { init({"--log-level", "loud"}); }),
              HasSubstr("'loud' is no level"));
  EXPECT_FALSE(rclcpp::ok());
  init();
  EXPECT_THROW(node("n", rclcpp::NodeOptions().arguments({"--ros-args", "-r", "x"})),
               rclcpp::exceptions::RCLInvalidROSArgsError);
}

TEST_F(ArgumentsTest, BadNamesAreNamedWithTheirRule) {
  COVERS("rclcpp::exceptions::InvalidNodeNameError");
  init();
  EXPECT_THAT(message_of<rclcpp::exceptions::InvalidNodeNameError>([&] { node("a/b"); }),
              HasSubstr("'a/b'"));
  const auto made = node("n");
  EXPECT_THAT(message_of<rclcpp::exceptions::InvalidTopicNameError>(
                  [&] { made->create_publisher<Log>("a b", 1); }),
              HasSubstr("must not contain characters"));
  EXPECT_THAT(message_of<rclcpp::exceptions::InvalidServiceNameError>(
                  [&] { made->create_client<srv::GetParameters>("a//b"); }),
              HasSubstr("repeated '/'"));
}

TEST_F(ArgumentsTest, AnOverriddenQosIsUsedAndABadOneIsNamed) {
  COVERS("rclcpp::exceptions::InvalidQosOverridesException");
  COVERS("rclcpp::QosOverridingOptions", "with_default_policies");
  init({"-p", "qos_overrides./t.publisher.depth:=3", "-p",
        "qos_overrides./u.subscription.reliability:=relible"});
  const auto made = node("n");
  rclcpp::PublisherOptions publishing;
  publishing.qos_overriding_options = rclcpp::QosOverridingOptions::with_default_policies();
  EXPECT_EQ(made->create_publisher<Log>("t", 10, publishing)->get_actual_qos().depth(), 3u);
  EXPECT_EQ(made->get_parameter("qos_overrides./t.publisher.reliability").as_string(), "reliable");
  rclcpp::SubscriptionOptions subscribing;
  subscribing.qos_overriding_options = rclcpp::QosOverridingOptions::with_default_policies();
  EXPECT_THAT(message_of<std::invalid_argument>(
                  [&] { made->create_subscription<Log>("u", 10, [](const Log&) {}, subscribing); }),
              HasSubstr("value: relible"));
  publishing.qos_overriding_options =
      rclcpp::QosOverridingOptions({rclcpp::QosPolicyKind::Depth},
                                   [](const rclcpp::QoS&) { return rclcpp::QosCallbackResult(); });
  EXPECT_THROW(made->create_publisher<Log>("w", 10, publishing),
               rclcpp::exceptions::InvalidQosOverridesException);
}

TEST_F(ArgumentsTest, ABareNodeHasNoneOfTheExtras) {
  COVERS("rclcpp::NodeOptions", "start_parameter_services", "start_parameter_event_publisher");
  init();
  rclcpp::NodeOptions options;
  options.enable_rosout(false).start_parameter_services(false);
  options.start_parameter_event_publisher(false);
  options.append_parameter_override("start_type_description_service", false);
  const auto bare = node("bare", options);
  EXPECT_THAT(bare->get_service_names_and_types_by_node("bare", "/"), IsEmpty());
  EXPECT_EQ(bare->count_publishers("/parameter_events"), 0u);
  EXPECT_EQ(bare->count_publishers("/rosout"), 0u);
}

TEST_F(ArgumentsTest, ADefaultNodeOffersWhatANodeOfRos2Offers) {
  COVERS("rclcpp::Node", "get_service_names_and_types_by_node", "count_publishers",
         "count_subscribers", "list_parameters");
  init();
  const auto full = node("full");
  std::vector<std::string> services;
  for (const auto& [name, types] : full->get_service_names_and_types_by_node("full", "/")) {
    services.push_back(name);
  }
  EXPECT_THAT(services, ElementsAre("/full/describe_parameters", "/full/get_parameter_types",
                                    "/full/get_parameters", "/full/get_type_description",
                                    "/full/list_parameters", "/full/set_parameters",
                                    "/full/set_parameters_atomically"));
  EXPECT_EQ(full->count_publishers("/rosout"), 1u);
  EXPECT_EQ(full->count_publishers("/parameter_events"), 1u);
  EXPECT_EQ(full->count_subscribers("/parameter_events"), 1u);
  EXPECT_THAT(full->list_parameters({}, 0).names, Contains("use_sim_time"));
}

TEST_F(ArgumentsTest, TypedGettersOfANode) {
  COVERS("rclcpp::Node", "declare_parameters", "get_parameters", "get_parameter",
         "get_parameter_or");
  COVERS("rclcpp::exceptions::ParameterUninitializedException");
  COVERS("rclcpp::exceptions::ParameterNotDeclaredException");
  init({"-p", "set:=5"});
  const auto made = node("n");
  EXPECT_EQ(made->declare_parameter<int>("set"), 5);
  EXPECT_THROW(made->declare_parameter<int>("unset"),
               rclcpp::exceptions::UninitializedStaticallyTypedParameterException);
  EXPECT_THROW(made->get_parameter("unset"), rclcpp::exceptions::ParameterUninitializedException);
  made->declare_parameters<double>("p", {{"x", 1.5}, {"y", 2.5}});
  std::map<std::string, double> below;
  EXPECT_TRUE(made->get_parameters("p", below));
  EXPECT_EQ(below.at("y"), 2.5);
  double x = 0;
  EXPECT_TRUE(made->get_parameter("p.x", x));
  EXPECT_EQ(x, 1.5);
  EXPECT_EQ(made->get_parameter_or<std::string>("absent", "otherwise"), "otherwise");
  EXPECT_THROW(made->get_parameter("absent"), rclcpp::exceptions::ParameterNotDeclaredException);
}

}  // namespace
