#include "node_parts.hpp"

#include <variant>

#include "core_edge.hpp"
#include "logger_services.hpp"
#include "ranvier/node/context.h"
#include "ranvier/node/log.h"
#include "rcl_interfaces/msg/parameter_event.hpp"
#include "rclcpp/publisher.hpp"
#include "rclcpp/service.hpp"
#include "type_descriptions.hpp"

namespace rclcpp::detail
{
namespace
{

using ParameterEvent = rcl_interfaces::msg::ParameterEvent;
constexpr const char * kEventsTopic = "/parameter_events";
constexpr const char * kTypeDescriptions = "start_type_description_service";

ParameterValue to_value(const ranvier::ParameterValue & from)
{
  return std::visit(
    [](const auto & value) {
      if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
        return ParameterValue();
      } else {
        return ParameterValue(value);
      }
    }, from);
}

void add_matching(
  const ranvier::Arguments & arguments, const std::string & node,
  std::map<std::string, ParameterValue> & to)
{
  for (const auto & one : arguments.parameters) {
    if (ranvier::matches_node(one.node, node)) {to[one.name] = to_value(one.value);}
  }
}

node_interfaces::ParameterSettings settings_of(
  const node_interfaces::NodeBase & base, const NodeOptions & options)
{
  return {
    overrides_of(base, options), options.allow_undeclared_parameters(),
    options.automatically_declare_parameters_from_overrides()};
}

}  // namespace

std::map<std::string, ParameterValue> overrides_of(
  const node_interfaces::NodeBase & base, const NodeOptions & options)
{
  std::map<std::string, ParameterValue> overrides;
  const std::string node = base.get_fully_qualified_name();
  if (options.use_global_arguments()) {
    add_matching(options.context()->arguments(), node, overrides);
  }
  add_matching(base.own_arguments(), node, overrides);
  for (const auto & parameter : options.parameter_overrides()) {
    overrides[parameter.get_name()] = parameter.get_parameter_value();
  }
  return overrides;
}

GraphPresence::GraphPresence(
  std::shared_ptr<ranvier::Node> node, const ranvier::Endpoint & endpoint)
: node_(std::move(node))
{
  ranvier::Route * network = node_->context()->network();
  if (!network) {return;}
  reader_ = value_or_raise(network->open_reader(endpoint, *this));
  node_->add_reader(reader_->gid());
}

GraphPresence::~GraphPresence()
{
  if (reader_) {node_->remove_reader(reader_->gid());}
}

NodeParts::NodeParts(
  std::shared_ptr<node_interfaces::NodeBase> base, Clock::SharedPtr clock,
  const NodeOptions & options)
: base_(std::move(base)), clock_(std::move(clock)),
  parameters_(std::make_shared<node_interfaces::NodeParameters>(settings_of(*base_, options)))
{
  if (options.enable_rosout() && ranvier::log_outputs().rosout) {
    rosout_ = std::make_unique<RosoutPublisher>(
      *base_, base_->core()->logger_name(), options.rosout_qos());
  }
  if (options.start_parameter_event_publisher()) {publish_parameter_events(options);}
  if (options.start_parameter_services()) {
    parameter_service_ = std::make_unique<ParameterService>(*base_, *parameters_);
  }
  sim_time_ = std::make_unique<SimTime>(
    *base_, *parameters_, *clock_, SimTime::Options{options.clock_qos(), options.use_clock_thread()});
  if (wants_type_descriptions()) {type_descriptions_ = serve_type_descriptions(*base_);}
  if (options.enable_logger_service()) {logger_services_ = serve_logger_levels(*base_);}
  parameters_->declare_overrides();
}

NodeParts::~NodeParts()
{
  parameters_->set_event_sink(nullptr);
}

void NodeParts::publish_parameter_events(const NodeOptions & options)
{
  const PublisherOptionsBase & publishing = options.parameter_event_publisher_options();
  const QoS qos = overridden_qos(
    *parameters_, kEventsTopic, "publisher", publishing.qos_overriding_options,
    options.parameter_event_qos());
  auto publisher = std::make_shared<Publisher<ParameterEvent>>(
    base_.get(), kEventsTopic, qos, PublisherOptions(publishing));
  parameters_->set_event_sink(
    [publisher, clock = clock_, node = std::string(base_->get_fully_qualified_name())](
      ParameterEvent event) {
      event.node = node;
      event.stamp = clock->now();
      publisher->publish(std::make_unique<ParameterEvent>(std::move(event)));
    });
  parameter_events_ = std::make_unique<GraphPresence>(
    base_->core(), endpoint_of(
      *base_, kEventsTopic,
      *rosidl_typesupport_cpp::get_message_type_support_handle<ParameterEvent>(), qos,
      IntraProcessSetting::Enable, false));
}

bool NodeParts::wants_type_descriptions()
{
  rcl_interfaces::msg::ParameterDescriptor descriptor;
  descriptor.description = "Start the ~/get_type_description service for this node.";
  descriptor.read_only = true;
  return parameters_->declare_parameter(kTypeDescriptions, ParameterValue(true), descriptor)
         .get<bool>();
}

}  // namespace rclcpp::detail
