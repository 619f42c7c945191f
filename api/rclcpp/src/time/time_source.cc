#include "rclcpp/time_source.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "core/core_edge.hpp"
#include "core/denied.hpp"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "time/sim_time.hpp"

namespace rclcpp
{

std::unique_ptr<ranvier::SimTime> detail::follow_clock(
  node_interfaces::NodeBaseInterface & node,
  node_interfaces::NodeParametersInterface & parameters, Clock & clock, const QoS & qos,
  bool own_thread)
{
  if (!parameters.has_parameter("use_sim_time")) {
    parameters.declare_parameter("use_sim_time", ParameterValue(false));
  }
  const auto topic = [&](const QoS & actual) {
      return endpoint_of(
        node, "/clock",
        *rosidl_typesupport_cpp::get_message_type_support_handle<rosgraph_msgs::msg::Clock>(),
        actual, IntraProcessSetting::NodeDefault, false);
    };
  const auto overridden = [&] {
      const QosOverridingOptions may_override{
        QosPolicyKind::Depth, QosPolicyKind::Durability, QosPolicyKind::History,
        QosPolicyKind::Reliability};
      return topic(
        overridden_qos(parameters, "/clock", "subscription", may_override, qos)).qos;
    };
  return value_or_raise(
    ranvier::SimTime::open(
      node.core(), store_of(parameters), clock.core(), {topic(qos), own_thread, overridden}));
}

std::unique_ptr<ranvier::GraphPresence> detail::show_parameter_events(
  node_interfaces::NodeBaseInterface & node)
{
  using Event = rcl_interfaces::msg::ParameterEvent;
  std::unique_ptr<ranvier::GraphPresence> shown;
  make_unless_denied(
    [&] {
      shown = value_or_raise(
        ranvier::GraphPresence::open(
          node.core(), endpoint_of(
            node, "/parameter_events",
            *rosidl_typesupport_cpp::get_message_type_support_handle<Event>(),
            ParameterEventsQoS(), IntraProcessSetting::Enable, false)));
    });
  return shown;
}

struct TimeSource::Impl
{
  struct Attached
  {
    Clock::SharedPtr clock;
    std::unique_ptr<ranvier::SimTime> follows;  // null without a node; ends before the clock
  };

  void follow(Attached & one)
  {
    one.follows = detail::follow_clock(*base, *parameters, *one.clock, qos, use_clock_thread);
  }
  bool simulated() const
  {
    Parameter on;
    return parameters && parameters->get_parameter("use_sim_time", on) &&
           on.get_type() == PARAMETER_BOOL && on.as_bool();
  }

  QoS qos;
  bool use_clock_thread;
  node_interfaces::NodeBaseInterface::SharedPtr base{};
  node_interfaces::NodeParametersInterface::SharedPtr parameters{};
  std::unique_ptr<ranvier::GraphPresence> events{};
  std::vector<Attached> clocks{};
};

TimeSource::TimeSource(const QoS & qos, bool use_clock_thread)
: impl_(new Impl{qos, use_clock_thread}) {}

TimeSource::TimeSource(std::shared_ptr<Node> node, const QoS & qos, bool use_clock_thread)
: TimeSource(qos, use_clock_thread)
{
  attachNode(std::move(node));
}

TimeSource::~TimeSource() = default;

void TimeSource::attachNode(std::shared_ptr<Node> node)
{
  if (!node) {throw std::invalid_argument("a time source was given a node that is null");}
  attachNode(
    node->get_node_base_interface(), node->get_node_topics_interface(),
    node->get_node_graph_interface(), node->get_node_services_interface(),
    node->get_node_logging_interface(), node->get_node_clock_interface(),
    node->get_node_parameters_interface());
}

void TimeSource::attachNode(
  node_interfaces::NodeBaseInterface::SharedPtr node_base,
  node_interfaces::NodeTopicsInterface::SharedPtr,
  node_interfaces::NodeGraphInterface::SharedPtr,
  node_interfaces::NodeServicesInterface::SharedPtr,
  node_interfaces::NodeLoggingInterface::SharedPtr,
  node_interfaces::NodeClockInterface::SharedPtr,
  node_interfaces::NodeParametersInterface::SharedPtr node_parameters)
{
  if (!node_base || !node_parameters) {
    throw std::invalid_argument("a time source was given a part of a node that is null");
  }
  detachNode();
  impl_->base = std::move(node_base);
  impl_->parameters = std::move(node_parameters);
  impl_->events = detail::show_parameter_events(*impl_->base);
  for (auto & one : impl_->clocks) {impl_->follow(one);}
}

void TimeSource::detachNode()
{
  for (auto & one : impl_->clocks) {one.follows.reset();}
  impl_->events.reset();
  impl_->base.reset();
  impl_->parameters.reset();
}

void TimeSource::attachClock(Clock::SharedPtr clock)
{
  if (!clock) {throw std::invalid_argument("a time source was given a clock that is null");}
  if (clock->get_clock_type() != RCL_ROS_TIME && impl_->simulated()) {
    throw std::invalid_argument(
            "ros_time_active_ can't be true while clock is not of RCL_ROS_TIME type: make the "
            "clock with that type, or set use_sim_time to false");
  }
  Impl::Attached one{std::move(clock), nullptr};
  if (impl_->base) {impl_->follow(one);}
  impl_->clocks.push_back(std::move(one));
}

void TimeSource::detachClock(Clock::SharedPtr clock)
{
  auto & clocks = impl_->clocks;
  clocks.erase(
    std::remove_if(
      clocks.begin(), clocks.end(), [&](const auto & one) {return one.clock == clock;}),
    clocks.end());
}

bool TimeSource::get_use_clock_thread() {return impl_->use_clock_thread;}
void TimeSource::set_use_clock_thread(bool use_clock_thread)
{
  impl_->use_clock_thread = use_clock_thread;
}

bool TimeSource::clock_thread_is_joinable()
{
  return std::any_of(
    impl_->clocks.begin(), impl_->clocks.end(),
    [](const auto & one) {return one.follows && one.follows->has_thread();});
}

}  // namespace rclcpp
