#include "rclcpp/node.hpp"

#include "core_edge.hpp"
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
            "sub_namespace", sub_namespace.c_str(), "sub-nodes should not have an empty name", 0);
  }
  if (sub_namespace.front() == '/') {
    throw exceptions::NameValidationError(
            "sub_namespace", sub_namespace.c_str(),
            "a sub-namespace should not have a leading /", 0);
  }
  return outer.empty() ? sub_namespace : outer + "/" + sub_namespace;
}

std::string within(const std::string & space, const std::string & sub_namespace)
{
  return (space == "/" ? space : space + "/") + sub_namespace;
}

}  // namespace

NodeApi::NodeApi(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & options)
: options_(options),
  base_(
    std::make_shared<NodeBase>(
      node_name, namespace_, options.context(), *options.get_rcl_node_options(),
      options.use_intra_process_comms(), options.enable_topic_statistics())),
  graph_(std::make_shared<NodeGraph>(base_.get())),
  logging_(std::make_shared<NodeLogging>(base_)),
  timers_(std::make_shared<NodeTimers>(base_.get())),
  topics_(std::make_shared<NodeTopics>(base_.get(), timers_.get())),
  services_(std::make_shared<NodeServices>(base_.get())),
  clock_(
    std::make_shared<NodeClock>(
      base_, topics_, graph_, services_, logging_, options.clock_type())),
  parameters_(
    std::make_shared<NodeParameters>(
      base_, logging_, topics_, services_, clock_, options.parameter_overrides(),
      options.start_parameter_services(), options.start_parameter_event_publisher(),
      options.parameter_event_qos(), options.parameter_event_publisher_options(),
      options.allow_undeclared_parameters(),
      options.automatically_declare_parameters_from_overrides())),
  time_source_(
    std::make_shared<NodeTimeSource>(
      base_, topics_, graph_, services_, logging_, clock_, parameters_, options.clock_qos(),
      options.use_clock_thread())),
  type_descriptions_(
    std::make_shared<NodeTypeDescriptions>(base_, logging_, parameters_, services_)),
  waitables_(std::make_shared<NodeWaitables>(base_.get())),
  effective_namespace_(base_->get_namespace())
{
  if (options.enable_logger_service()) {logging_->create_logger_services(services_);}
}

NodeApi::NodeApi(const NodeApi & other, const std::string & sub_namespace)
: options_(other.options_), base_(other.base_), graph_(other.graph_), logging_(other.logging_),
  timers_(other.timers_), topics_(other.topics_), services_(other.services_),
  clock_(other.clock_), parameters_(other.parameters_), time_source_(other.time_source_),
  type_descriptions_(other.type_descriptions_), waitables_(other.waitables_),
  sub_namespace_(joined(other.sub_namespace_, sub_namespace)),
  effective_namespace_(within(base_->get_namespace(), sub_namespace_))
{
  detail::check_namespace(effective_namespace_);
}

NodeApi::~NodeApi() = default;

Node::Node(const std::string & node_name, const NodeOptions & options)
: Node(node_name, "", options) {}

Node::Node(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & options)
: NodeApi(node_name, namespace_, options) {}

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
  return relative && !sub_namespace_.empty() ? sub_namespace_ + "/" + name : name;
}

const char * NodeApi::get_name() const {return base_->get_name();}
const char * NodeApi::get_namespace() const {return base_->get_namespace();}
const char * NodeApi::get_fully_qualified_name() const {return base_->get_fully_qualified_name();}
Logger NodeApi::get_logger() const {return logging_->get_logger();}
Clock::SharedPtr NodeApi::get_clock() {return clock_->get_clock();}
Clock::ConstSharedPtr NodeApi::get_clock() const {return clock_->get_clock();}
Time NodeApi::now() const {return clock_->get_clock()->now();}
const NodeOptions & NodeApi::get_node_options() const {return options_;}

CallbackGroup::SharedPtr NodeApi::create_callback_group(
  CallbackGroupType group_type, bool automatically_add_to_executor_with_node)
{
  return base_->create_callback_group(group_type, automatically_add_to_executor_with_node);
}
void NodeApi::for_each_callback_group(const NodeBaseInterface::CallbackGroupFunction & func)
{
  base_->for_each_callback_group(func);
}

GenericClient::SharedPtr NodeApi::create_generic_client(
  const std::string & service_name, const std::string & service_type, const QoS & qos,
  CallbackGroup::SharedPtr group)
{
  return rclcpp::create_generic_client(
    base_, graph_, services_, extended(service_name), service_type, qos, std::move(group));
}

std::vector<std::string> NodeApi::get_node_names() const {return graph_->get_node_names();}
std::map<std::string, std::vector<std::string>> NodeApi::get_topic_names_and_types(
  bool no_demangle) const
{
  return graph_->get_topic_names_and_types(no_demangle);
}
std::map<std::string, std::vector<std::string>> NodeApi::get_service_names_and_types() const
{
  return graph_->get_service_names_and_types();
}
std::map<std::string, std::vector<std::string>> NodeApi::get_service_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return graph_->get_service_names_and_types_by_node(node_name, namespace_);
}
size_t NodeApi::count_publishers(const std::string & topic_name) const
{
  return graph_->count_publishers(topic_name);
}
size_t NodeApi::count_subscribers(const std::string & topic_name) const
{
  return graph_->count_subscribers(topic_name);
}
size_t NodeApi::count_clients(const std::string & service_name) const
{
  return graph_->count_clients(service_name);
}
size_t NodeApi::count_services(const std::string & service_name) const
{
  return graph_->count_services(service_name);
}
std::vector<TopicEndpointInfo> NodeApi::get_publishers_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return graph_->get_publishers_info_by_topic(topic_name, no_mangle);
}
std::vector<TopicEndpointInfo> NodeApi::get_subscriptions_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return graph_->get_subscriptions_info_by_topic(topic_name, no_mangle);
}
std::shared_ptr<Event> NodeApi::get_graph_event() {return graph_->get_graph_event();}
void NodeApi::wait_for_graph_change(
  std::shared_ptr<Event> event, std::chrono::nanoseconds timeout)
{
  graph_->wait_for_graph_change(std::move(event), timeout);
}

}  // namespace rclcpp
