// The parameters of a node as its peers see them: services, events, overrides.
#include "core_edge.hpp"
#include "graph_presence.hpp"
#include "ranvier/node/arguments.h"
#include "ranvier/trace/trace.h"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "rclcpp/parameter_service.hpp"
#include "rclcpp/publisher.hpp"

namespace rclcpp
{
namespace
{

using ParameterEvent = rcl_interfaces::msg::ParameterEvent;
constexpr const char * kEventsTopic = "/parameter_events";

void add_matching(
  const ranvier::Arguments & arguments, const std::string & node,
  std::map<std::string, ParameterValue> & to)
{
  for (const auto & one : arguments.parameters) {
    if (ranvier::matches_node(one.node, node)) {to[one.name] = detail::from_core(one.value);}
  }
}

// The values that files, arguments and code give to a node; later ones win.
std::map<std::string, ParameterValue> overrides_of(
  node_interfaces::NodeBaseInterface & base, const std::vector<Parameter> & by_code)
{
  std::map<std::string, ParameterValue> overrides;
  const std::string node = base.get_fully_qualified_name();
  if (base.uses_global_arguments()) {
    add_matching(base.get_context()->arguments(), node, overrides);
  }
  add_matching(base.own_arguments(), node, overrides);
  for (const auto & parameter : by_code) {
    overrides[parameter.get_name()] = parameter.get_parameter_value();
  }
  return overrides;
}

void trace(const void * node, const std::vector<rcl_interfaces::msg::Parameter> & parameters)
{
  for (const auto & parameter : parameters) {
    RANVIER_TRACE(
      ranvier_parameter_set, node, parameter.name.c_str(),
      Parameter::from_parameter_msg(parameter).value_to_string().c_str());
  }
}

}  // namespace

namespace detail
{

std::unique_ptr<GraphPresence> show_parameter_events(node_interfaces::NodeBaseInterface & node)
{
  return value_or_raise(
    GraphPresence::open(
      node.core(), endpoint_of(
        node, kEventsTopic,
        *rosidl_typesupport_cpp::get_message_type_support_handle<ParameterEvent>(),
        ParameterEventsQoS(), IntraProcessSetting::Enable, false)));
}

}  // namespace detail

namespace node_interfaces
{

struct NodeParameters::Shown
{
  const NodeBaseInterface::SharedPtr base;
  std::unique_ptr<ParameterService> service{};
};

NodeParameters::NodeParameters(
  NodeBaseInterface::SharedPtr node_base, NodeLoggingInterface::SharedPtr,
  NodeTopicsInterface::SharedPtr node_topics, NodeServicesInterface::SharedPtr node_services,
  NodeClockInterface::SharedPtr node_clock, const std::vector<Parameter> & parameter_overrides,
  bool start_parameter_services, bool start_parameter_event_publisher,
  const QoS & event_qos, const PublisherOptionsBase & event_options,
  bool allow_undeclared_parameters, bool automatically_declare_parameters_from_overrides)
: NodeParameters(
    ParameterSettings{
      overrides_of(*node_base, parameter_overrides), allow_undeclared_parameters,
      automatically_declare_parameters_from_overrides})
{
  shown_.reset(new Shown{node_base});
  // Also without the publisher: peers see the parameters.
  const QoS qos = detail::overridden_qos(
    *this, kEventsTopic, "publisher", event_options.qos_overriding_options, event_qos);
  if (start_parameter_event_publisher) {
    publish_events(*node_topics, node_clock->get_clock(), qos, event_options);
  }
  if (start_parameter_services) {
    shown_->service =
      std::make_unique<ParameterService>(node_base, node_services, this);
  }
  declare_overrides();
}

NodeParameters::~NodeParameters() = default;

void NodeParameters::tell(Event && event)
{
  const void * node = shown_ ? shown_->base->core().get() : nullptr;
  trace(node, event.new_parameters);
  trace(node, event.changed_parameters);
  for (const auto & gone : event.deleted_parameters) {
    RANVIER_TRACE(ranvier_parameter_set, node, gone.name.c_str(), "");
  }
  const bool nothing = event.new_parameters.empty() && event.changed_parameters.empty() &&
    event.deleted_parameters.empty();
  if (event_sink_ && !nothing) {event_sink_(std::move(event));}
}

void NodeParameters::publish_events(
  NodeTopicsInterface & topics, Clock::SharedPtr clock, const QoS & qos,
  const PublisherOptionsBase & options)
{
  NodeBaseInterface & base = *shown_->base;
  auto publisher = std::make_shared<Publisher<ParameterEvent>>(
    &base, kEventsTopic, qos, PublisherOptions(options));
  topics.add_publisher(publisher, options.callback_group);
  set_event_sink(
    [publisher, clock = std::move(clock), node = std::string(base.get_fully_qualified_name())](
      ParameterEvent event) {
      event.node = node;
      event.stamp = clock->now();
      publisher->publish(std::make_unique<ParameterEvent>(std::move(event)));
    });
}

}  // namespace node_interfaces
}  // namespace rclcpp
