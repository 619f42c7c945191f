// Parameters, their services and events, and simulated time on nodes without rclcpp: the
// peer reaches them over the network's route.
#include <gmock/gmock.h>

#include <rcl_interfaces/msg/parameter_event.hpp>
#include <rcl_interfaces/srv/describe_parameters.hpp>
#include <rcl_interfaces/srv/get_parameters.hpp>
#include <rcl_interfaces/srv/list_parameters.hpp>
#include <rcl_interfaces/srv/set_parameters.hpp>
#include <rosgraph_msgs/msg/clock.hpp>
#include <type_description_interfaces/srv/get_type_description.hpp>
#include <vector>

#include "plain_node.h"
#include "ranvier/node/publisher.h"
#include "ranvier/proto/describe/types.h"
#include "ranvier/proto/param/services.h"
#include "ranvier/proto/time/sim_time.h"
#include "ranvier/proto/time/stamp.h"

namespace plain {
namespace {

namespace param = ranvier::param;
namespace srv = rcl_interfaces::srv;
using testing::Contains;
using testing::HasSubstr;

void check(const ranvier::Result<void>& result) {
  if (!result) throw std::runtime_error(result.error().what);
}

param::Parameter integer(const std::string& name, std::int64_t number) {
  param::Parameter parameter;
  parameter.name = name;
  parameter.value.type = param::Type::PARAMETER_INTEGER;
  parameter.value.integer_value = number;
  return parameter;
}

param::Parameter boolean(const std::string& name, bool on) {
  param::Parameter parameter;
  parameter.name = name;
  parameter.value.type = param::Type::PARAMETER_BOOL;
  parameter.value.bool_value = on;
  return parameter;
}

/// A node that shows its parameters, its types and its time, as nodes of ROS 2 do.
struct Described {
  explicit Described(const std::string& name)
      : node(name), parameters(settings()), time(open_time()) {
    ranvier::Endpoint events;
    events.topic = "/parameter_events";
    check(parameters.publish_events(std::move(events)));
    for (auto& service : param::services(parameters)) serve(std::move(service));
    serve(ranvier::type_description_service());
  }

  param::Settings settings() const {
    param::Settings settings;
    settings.node = node.node;
    settings.clock = node.clock;
    return settings;
  }
  std::unique_ptr<ranvier::SimTime> open_time() {
    ranvier::SimTime::Options options;
    options.topic.topic = "/clock";
    return value(ranvier::SimTime::open(node.node, parameters, node.clock, std::move(options)));
  }
  void serve(ranvier::NodeService service) {
    servers.push_back(value(ranvier::serve(node.node, std::move(service))));
  }

  PlainNode node;
  param::Store parameters;
  std::unique_ptr<ranvier::SimTime> time;
  std::vector<std::shared_ptr<ranvier::Server>> servers;
};

class PlainParameters : public testing::Test {
 protected:
  param::SetResult set(const param::Parameter& parameter) {
    srv::SetParameters::Request request;
    request.parameters = {parameter};
    return peer_.call<srv::SetParameters>("/described/set_parameters", request).results.at(0);
  }

  Described described_{"described"};
  PlainNode peer_{"peer"};
};

TEST_F(PlainParameters, APeerReadsAndSetsThem) {
  ASSERT_TRUE(described_.parameters.declare("speed", integer("speed", 3).value));
  srv::GetParameters::Request wanted;
  wanted.names = {"speed"};
  auto got = peer_.call<srv::GetParameters>("/described/get_parameters", wanted);
  EXPECT_EQ(got.values.at(0).integer_value, 3);
  EXPECT_TRUE(set(integer("speed", 5)).successful);
  EXPECT_EQ(described_.parameters.get("speed")->integer_value, 5);
  EXPECT_THAT(set(boolean("speed", true)).reason, HasSubstr("Wrong parameter type"));
  EXPECT_THAT(set(integer("unknown", 1)).reason, HasSubstr("'unknown'"));
  EXPECT_THAT(peer_.call<srv::ListParameters>("/described/list_parameters").result.names,
              Contains("use_sim_time"));
  srv::DescribeParameters::Request which;
  which.names = {"speed"};
  const auto told = peer_.call<srv::DescribeParameters>("/described/describe_parameters", which);
  EXPECT_EQ(told.descriptors.at(0).type, param::Type::PARAMETER_INTEGER);
}

TEST_F(PlainParameters, ItsClockFollowsThePeersWhileUseSimTimeIsSet) {
  using rosgraph_msgs::msg::Clock;
  const auto& type = *rosidl_typesupport_cpp::get_message_type_support_handle<Clock>();
  const auto clock = value(ranvier::Publisher::open(peer_.node, peer_.topic("/clock", type)));
  ASSERT_TRUE(set(boolean("use_sim_time", true)).successful);
  EXPECT_TRUE(described_.time->has_thread());
  const std::int64_t then = 42 * ranvier::kNanosecondsInSecond;
  EXPECT_TRUE(eventually([&] {  // until the two have met
    Clock message;
    message.clock = ranvier::stamp_of(then);
    check(clock->send_copy(&message));
    return described_.node.clock->now() == then;
  }));
  ASSERT_TRUE(set(boolean("use_sim_time", false)).successful);
  EXPECT_FALSE(described_.node.clock->overridden());
}

TEST_F(PlainParameters, ATypeInUseIsDescribed) {
  using type_description_interfaces::srv::GetTypeDescription;
  GetTypeDescription::Request request;
  const auto& clock = ranvier::type_of<rosgraph_msgs::msg::Clock>();
  request.type_name = clock.name;
  request.type_hash = clock.hash;
  const auto told = peer_.call<GetTypeDescription>("/described/get_type_description", request);
  EXPECT_TRUE(told.successful) << told.failure_reason;
  EXPECT_EQ(told.type_description.type_description.fields.at(0).name, "clock");
}

}  // namespace
}  // namespace plain
