#include "rclcpp/node_interfaces/node_graph.hpp"

#include <mutex>

#include "core/core_edge.hpp"
#include "node/graph_questions.hpp"
#include "ranvier/node/names.h"
#include "rclcpp/exceptions/exceptions.hpp"
#include "waiting/graph_waits.hpp"

namespace rclcpp::node_interfaces
{
namespace
{

using ranvier::GraphEndpoint;
using Kind = GraphEndpoint::Kind;
using NamesAndTypes = NodeGraphInterface::NamesAndTypes;

TopicEndpointInfo to_info(const GraphEndpoint & endpoint, EndpointType type)
{
  return TopicEndpointInfo(
    type, endpoint.node.name, endpoint.node.space, endpoint.type, detail::hash_of(endpoint),
    endpoint.gid.bytes, detail::from_core(endpoint.qos));
}

using detail::names;

ranvier::Graph * graph_of(NodeBaseInterface & base) {return base.core()->context()->graph();}

std::vector<ranvier::GraphNode> nodes_of(NodeBaseInterface & base)
{
  ranvier::Graph * graph = graph_of(base);
  return graph ? graph->nodes() : std::vector<ranvier::GraphNode>();
}

std::vector<TopicEndpointInfo> infos_of(
  NodeBaseInterface & base, const std::string & name, bool no_mangle, EndpointType type)
{
  const std::string full = no_mangle ? name : base.resolve_topic_or_service_name(name, false);
  std::vector<TopicEndpointInfo> infos;
  ranvier::Graph * graph = graph_of(base);
  if (graph == nullptr) {return infos;}
  const auto kind = type == EndpointType::Publisher ? Kind::kPublisher : Kind::kSubscription;
  for (const GraphEndpoint & endpoint : graph->endpoints_of(full, names(no_mangle))) {
    if (endpoint.kind == kind) {infos.push_back(to_info(endpoint, type));}
  }
  return infos;
}

size_t count(NodeBaseInterface & base, const std::string & name, Kind kind)
{
  const bool service = kind == Kind::kService || kind == Kind::kClient;
  const std::string full = base.resolve_topic_or_service_name(name, service);
  return detail::count_of(graph_of(base), full, kind);
}

const char * failed_by_node(Kind kind)
{
  return kind == Kind::kPublisher || kind == Kind::kSubscription ?
         "failed to get topic names and types by node: " :
         "failed to get service names and types by node: ";
}

NamesAndTypes by_node(
  NodeBaseInterface & base, const std::string & name, const std::string & given, Kind kind,
  bool no_demangle = false)
{
  const std::string space = given.empty() ? "/" : given;
  if (!detail::has_node(graph_of(base), {name, space})) {
    throw exceptions::RCLError(
            exceptions::RCLErrorBase(
              RCL_RET_NODE_NAME_NON_EXISTENT,
              "node '" + ranvier::full_node_name(space, name) +
              "' is not in the graph: wait for it, or see get_node_names()"), failed_by_node(kind));
  }
  return detail::names_and_types(
    graph_of(base), names(no_demangle), [&](const GraphEndpoint & e) {
      return e.kind == kind && e.node.name == name && e.node.space == space;
    });
}

}  // namespace

NodeGraph::NodeGraph(NodeBaseInterface * node_base)
: node_base_(&detail::given(node_base, "NodeGraph()", "node_base")) {}
NodeGraph::~NodeGraph() = default;

NamesAndTypes NodeGraph::get_topic_names_and_types(bool no_demangle) const
{
  return detail::names_and_types(graph_of(*node_base_), names(no_demangle), &detail::is_topics);
}

NamesAndTypes NodeGraph::get_service_names_and_types() const
{
  return detail::names_and_types(graph_of(*node_base_), names(false), &detail::is_services);
}

NamesAndTypes NodeGraph::get_service_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return by_node(*node_base_, node_name, namespace_, Kind::kService);
}
NamesAndTypes NodeGraph::get_client_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return by_node(*node_base_, node_name, namespace_, Kind::kClient);
}
NamesAndTypes NodeGraph::get_publisher_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_, bool no_demangle) const
{
  return by_node(*node_base_, node_name, namespace_, Kind::kPublisher, no_demangle);
}
NamesAndTypes NodeGraph::get_subscriber_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_, bool no_demangle) const
{
  return by_node(*node_base_, node_name, namespace_, Kind::kSubscription, no_demangle);
}

std::vector<std::string> NodeGraph::get_node_names() const
{
  std::vector<std::string> names;
  for (const auto & node : nodes_of(*node_base_)) {
    names.push_back(ranvier::full_node_name(node.node.space, node.node.name));
  }
  return names;
}
std::vector<std::tuple<std::string, std::string, std::string>>
NodeGraph::get_node_names_with_enclaves() const
{
  std::vector<std::tuple<std::string, std::string, std::string>> names;
  for (const auto & node : nodes_of(*node_base_)) {
    names.emplace_back(node.node.name, node.node.space, node.enclave);
  }
  return names;
}
std::vector<std::pair<std::string, std::string>> NodeGraph::get_node_names_and_namespaces() const
{
  std::vector<std::pair<std::string, std::string>> names;
  for (const auto & node : nodes_of(*node_base_)) {
    names.emplace_back(node.node.name, node.node.space);
  }
  return names;
}

size_t NodeGraph::count_publishers(const std::string & topic_name) const
{
  return count(*node_base_, topic_name, Kind::kPublisher);
}
size_t NodeGraph::count_subscribers(const std::string & topic_name) const
{
  return count(*node_base_, topic_name, Kind::kSubscription);
}
size_t NodeGraph::count_clients(const std::string & service_name) const
{
  return count(*node_base_, service_name, Kind::kClient);
}
size_t NodeGraph::count_services(const std::string & service_name) const
{
  return count(*node_base_, service_name, Kind::kService);
}

std::vector<TopicEndpointInfo> NodeGraph::get_publishers_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return infos_of(*node_base_, topic_name, no_mangle, EndpointType::Publisher);
}
std::vector<TopicEndpointInfo> NodeGraph::get_subscriptions_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return infos_of(*node_base_, topic_name, no_mangle, EndpointType::Subscription);
}

// ---- waiting for changes ----

detail::GraphWaits & NodeGraph::waits()
{
  std::call_once(waits_once_, [this] {waits_ = detail::GraphWaits::of(*node_base_);});
  return *waits_;
}

const rcl_guard_condition_t * NodeGraph::get_graph_guard_condition() const
{
  return &const_cast<NodeGraph *>(this)->waits().guard().get_rcl_guard_condition();
}

void NodeGraph::notify_graph_change() {waits().notify(true);}
void NodeGraph::notify_shutdown() {waits().notify(false);}

std::shared_ptr<Event> NodeGraph::get_graph_event()
{
  auto event = std::make_shared<Event>();
  waits().add(event);
  return event;
}

void NodeGraph::wait_for_graph_change(
  std::shared_ptr<Event> event, std::chrono::nanoseconds timeout)
{
  if (!event) {throw exceptions::InvalidEventError();}
  if (!waits().has(event)) {throw exceptions::EventNotRegisteredError();}
  waits().wait(*event, timeout);
}

size_t NodeGraph::count_graph_users() const
{
  return const_cast<NodeGraph *>(this)->waits().users();
}

}  // namespace rclcpp::node_interfaces
