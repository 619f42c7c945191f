#include "rclcpp/node.hpp"

#include "core/core_edge.hpp"
#include "rclcpp/node_interfaces/node_base.hpp"
#include "rclcpp/node_interfaces/node_clock.hpp"
#include "rclcpp/node_interfaces/node_graph.hpp"
#include "rclcpp/node_interfaces/node_logging.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "rclcpp/node_interfaces/node_services.hpp"
#include "rclcpp/node_interfaces/node_time_source.hpp"
#include "rclcpp/node_interfaces/node_timers.hpp"
#include "rclcpp/node_interfaces/node_topics.hpp"
#include "rclcpp/node_interfaces/node_type_descriptions.hpp"
#include "rclcpp/node_interfaces/node_waitables.hpp"

namespace rclcpp
{

using detail::NodeApi;
using namespace node_interfaces;  // NOLINT: the node is made of nothing else

namespace
{

// The prefix of a sub-node of a node with the prefix `outer`.
std::string joined(const std::string & outer, const std::string & sub_namespace)
{
  if (sub_namespace.empty()) {
    throw exceptions::NameValidationError(
            "sub_namespace", sub_namespace.c_str(),
            "sub-nodes should not extend nodes by an empty sub-namespace", 0);
  }
  if (sub_namespace.front() == '/') {
    throw exceptions::NameValidationError(
            "sub_namespace", sub_namespace.c_str(),
            "a sub-namespace should not have a leading /", 0);
  }
  return outer.empty() ? sub_namespace : outer + "/" + sub_namespace;
}

// A node lets parameters override the QoS of its events; a managed node does not.
NodeOptions with_event_overrides(NodeOptions options)
{
  PublisherOptionsBase events = options.parameter_event_publisher_options();
  if (events.qos_overriding_options.get_policy_kinds().empty()) {
    events.qos_overriding_options = {
      QosPolicyKind::Depth, QosPolicyKind::Durability, QosPolicyKind::History,
      QosPolicyKind::Reliability};
  }
  return options.parameter_event_publisher_options(events);
}

std::string within(const std::string & space, const std::string & sub_namespace)
{
  return (space == "/" ? space : space + "/") + sub_namespace;
}

}  // namespace

struct NodeApi::Parts
{
  Parts(
    const std::string & node_name, const std::string & namespace_, const NodeOptions & options);
  /// Of a sub-node of the node that has `other`.
  Parts(const Parts & other, const std::string & sub_namespace);

  const NodeOptions options;
  // In the order in which they need each other.
  const NodeBaseInterface::SharedPtr base;
  const NodeGraphInterface::SharedPtr graph;
  const NodeLoggingInterface::SharedPtr logging;
  const NodeTimersInterface::SharedPtr timers;
  const NodeTopicsInterface::SharedPtr topics;
  const NodeServicesInterface::SharedPtr services;
  const NodeClockInterface::SharedPtr clock;
  const NodeParametersInterface::SharedPtr parameters;
  const NodeTimeSourceInterface::SharedPtr time_source;
  const NodeTypeDescriptionsInterface::SharedPtr type_descriptions;
  const NodeWaitablesInterface::SharedPtr waitables;
  const std::string sub_namespace;
  const std::string effective_namespace;
};

NodeApi::Parts::Parts(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & opts)
: options(opts),
  base(
    std::make_shared<NodeBase>(
      node_name, namespace_, options.context(), *options.get_rcl_node_options(),
      options.use_intra_process_comms(), options.enable_topic_statistics())),
  graph(std::make_shared<NodeGraph>(base.get())),
  logging(std::make_shared<NodeLogging>(base)),
  timers(std::make_shared<NodeTimers>(base.get())),
  topics(std::make_shared<NodeTopics>(base.get(), timers.get())),
  services(std::make_shared<NodeServices>(base.get())),
  clock(
    std::make_shared<NodeClock>(base, topics, graph, services, logging, options.clock_type())),
  parameters(
    std::make_shared<NodeParameters>(
      base, logging, topics, services, clock, options.parameter_overrides(),
      options.start_parameter_services(), options.start_parameter_event_publisher(),
      options.parameter_event_qos(), options.parameter_event_publisher_options(),
      options.allow_undeclared_parameters(),
      options.automatically_declare_parameters_from_overrides())),
  time_source(
    std::make_shared<NodeTimeSource>(
      base, topics, graph, services, logging, clock, parameters, options.clock_qos(),
      options.use_clock_thread())),
  type_descriptions(
    std::make_shared<NodeTypeDescriptions>(base, logging, parameters, services)),
  waitables(std::make_shared<NodeWaitables>(base.get())),
  effective_namespace(base->get_namespace())
{
  if (options.enable_logger_service()) {logging->create_logger_services(services);}
}

NodeApi::Parts::Parts(const Parts & other, const std::string & inner)
: options(other.options), base(other.base), graph(other.graph), logging(other.logging),
  timers(other.timers), topics(other.topics), services(other.services), clock(other.clock),
  parameters(other.parameters), time_source(other.time_source),
  type_descriptions(other.type_descriptions), waitables(other.waitables),
  sub_namespace(joined(other.sub_namespace, inner)),
  effective_namespace(within(base->get_namespace(), sub_namespace))
{
  detail::check_namespace(effective_namespace);
}

NodeApi::NodeApi(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & options)
: parts_(new Parts(node_name, namespace_, options)) {}

NodeApi::NodeApi(const NodeApi & other, const std::string & sub_namespace)
: parts_(new Parts(*other.parts_, sub_namespace)) {}

NodeApi::~NodeApi() = default;

Node::Node(const std::string & node_name)
: Node(node_name, "", NodeOptions()) {}

Node::Node(const std::string & node_name, const NodeOptions & options)
: Node(node_name, "", options) {}

Node::Node(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & options)
: NodeApi(node_name, namespace_, with_event_overrides(options)) {}

Node::Node(const Node & other, const std::string & sub_namespace)
: NodeApi(other, sub_namespace), std::enable_shared_from_this<Node>() {}

Node::~Node() = default;

std::shared_ptr<Node> Node::create_sub_node(const std::string & sub_namespace)
{
  return std::shared_ptr<Node>(new Node(*this, sub_namespace));
}

std::string NodeApi::extended(const std::string & name) const
{
  const bool relative = !name.empty() && name.front() != '/' && name.front() != '~';
  return relative && !parts_->sub_namespace.empty() ? parts_->sub_namespace + "/" + name : name;
}

NodeBaseInterface & NodeApi::base() const {return *parts_->base;}
NodeParametersInterface & NodeApi::parameters() const {return *parts_->parameters;}
NodeServicesInterface & NodeApi::services() const {return *parts_->services;}
NodeTimersInterface & NodeApi::timers() const {return *parts_->timers;}
NodeTopicsInterface & NodeApi::topics() const {return *parts_->topics;}

NodeBaseInterface::SharedPtr NodeApi::get_node_base_interface() {return parts_->base;}
NodeClockInterface::SharedPtr NodeApi::get_node_clock_interface() {return parts_->clock;}
NodeGraphInterface::SharedPtr NodeApi::get_node_graph_interface() {return parts_->graph;}
NodeLoggingInterface::SharedPtr NodeApi::get_node_logging_interface() {return parts_->logging;}
NodeParametersInterface::SharedPtr NodeApi::get_node_parameters_interface() {return parts_->parameters;}
NodeServicesInterface::SharedPtr NodeApi::get_node_services_interface() {return parts_->services;}
NodeTimeSourceInterface::SharedPtr NodeApi::get_node_time_source_interface() {return parts_->time_source;}
NodeTimersInterface::SharedPtr NodeApi::get_node_timers_interface() {return parts_->timers;}
NodeTopicsInterface::SharedPtr NodeApi::get_node_topics_interface() {return parts_->topics;}
NodeTypeDescriptionsInterface::SharedPtr NodeApi::get_node_type_descriptions_interface()
{
  return parts_->type_descriptions;
}
NodeWaitablesInterface::SharedPtr NodeApi::get_node_waitables_interface() {return parts_->waitables;}
const std::string & NodeApi::get_sub_namespace() const {return parts_->sub_namespace;}
const std::string & NodeApi::get_effective_namespace() const
{
  return parts_->effective_namespace;
}

const char * NodeApi::get_name() const {return parts_->base->get_name();}
const char * NodeApi::get_namespace() const {return parts_->base->get_namespace();}
const char * NodeApi::get_fully_qualified_name() const {return parts_->base->get_fully_qualified_name();}
Logger NodeApi::get_logger() const {return parts_->logging->get_logger();}
Clock::SharedPtr NodeApi::get_clock() {return parts_->clock->get_clock();}
Clock::ConstSharedPtr NodeApi::get_clock() const {return parts_->clock->get_clock();}
Time NodeApi::now() const {return parts_->clock->get_clock()->now();}
const NodeOptions & NodeApi::get_node_options() const {return parts_->options;}

CallbackGroup::SharedPtr NodeApi::create_callback_group(
  CallbackGroupType group_type, bool automatically_add_to_executor_with_node)
{
  return parts_->base->create_callback_group(group_type, automatically_add_to_executor_with_node);
}
void NodeApi::for_each_callback_group(const NodeBaseInterface::CallbackGroupFunction & func)
{
  parts_->base->for_each_callback_group(func);
}

GenericClient::SharedPtr NodeApi::create_generic_client(
  const std::string & service_name, const std::string & service_type, const QoS & qos,
  CallbackGroup::SharedPtr group)
{
  return rclcpp::create_generic_client(
    parts_->base, parts_->graph, parts_->services, extended(service_name), service_type, qos, std::move(group));
}

std::vector<std::string> NodeApi::get_node_names() const {return parts_->graph->get_node_names();}
std::map<std::string, std::vector<std::string>> NodeApi::get_topic_names_and_types(
  bool no_demangle) const
{
  return parts_->graph->get_topic_names_and_types(no_demangle);
}
std::map<std::string, std::vector<std::string>> NodeApi::get_service_names_and_types() const
{
  return parts_->graph->get_service_names_and_types();
}
std::map<std::string, std::vector<std::string>> NodeApi::get_service_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return parts_->graph->get_service_names_and_types_by_node(node_name, namespace_);
}
size_t NodeApi::count_publishers(const std::string & topic_name) const
{
  return parts_->graph->count_publishers(topic_name);
}
size_t NodeApi::count_subscribers(const std::string & topic_name) const
{
  return parts_->graph->count_subscribers(topic_name);
}
size_t NodeApi::count_clients(const std::string & service_name) const
{
  return parts_->graph->count_clients(service_name);
}
size_t NodeApi::count_services(const std::string & service_name) const
{
  return parts_->graph->count_services(service_name);
}
std::vector<TopicEndpointInfo> NodeApi::get_publishers_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return parts_->graph->get_publishers_info_by_topic(topic_name, no_mangle);
}
std::vector<TopicEndpointInfo> NodeApi::get_subscriptions_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return parts_->graph->get_subscriptions_info_by_topic(topic_name, no_mangle);
}
std::shared_ptr<Event> NodeApi::get_graph_event() {return parts_->graph->get_graph_event();}
void NodeApi::wait_for_graph_change(
  std::shared_ptr<Event> event, std::chrono::nanoseconds timeout)
{
  parts_->graph->wait_for_graph_change(std::move(event), timeout);
}

}  // namespace rclcpp
