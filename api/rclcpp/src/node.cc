#include "rclcpp/node.hpp"

#include <algorithm>

#include "core_edge.hpp"
#include "node_base.hpp"
#include "node_parts.hpp"
#include "ranvier/node/names.h"

namespace rclcpp
{

using ranvier::GraphEndpoint;

struct Node::Impl
{
  Impl(const std::shared_ptr<node_interfaces::NodeBase> & base, const NodeOptions & options)
  : clock(std::make_shared<Clock>(options.clock_type())), parts(base, clock, options) {}

  Clock::SharedPtr clock;
  detail::NodeParts parts;
};

Node::Node(const std::string & node_name, const NodeOptions & options)
: Node(node_name, "", options) {}

Node::Node(
  const std::string & node_name, const std::string & namespace_, const NodeOptions & options)
: options_(options),
  base_(std::make_shared<node_interfaces::NodeBase>(node_name, namespace_, options)),
  impl_(
    std::make_unique<Impl>(
      std::static_pointer_cast<node_interfaces::NodeBase>(base_), options)),
  parameters_(impl_->parts.parameters()) {}

Node::~Node() = default;

const char * Node::get_name() const {return base_->get_name();}
const char * Node::get_namespace() const {return base_->get_namespace();}
const char * Node::get_fully_qualified_name() const {return base_->get_fully_qualified_name();}
Logger Node::get_logger() const {return rclcpp::get_logger(base_->core()->logger_name());}
Clock::SharedPtr Node::get_clock() {return impl_->clock;}
Clock::ConstSharedPtr Node::get_clock() const {return impl_->clock;}
Time Node::now() const {return impl_->clock->now();}
const NodeOptions & Node::get_node_options() const {return options_;}

CallbackGroup::SharedPtr Node::create_callback_group(
  CallbackGroupType group_type, bool automatically_add_to_executor_with_node)
{
  return base_->create_callback_group(group_type, automatically_add_to_executor_with_node);
}
void Node::for_each_callback_group(
  const node_interfaces::NodeBaseInterface::CallbackGroupFunction & func)
{
  base_->for_each_callback_group(func);
}

namespace
{

ranvier::Graph * graph_of(node_interfaces::NodeBaseInterface & base)
{
  return base.core()->context()->graph();
}

std::vector<GraphEndpoint> endpoints(node_interfaces::NodeBaseInterface & base)
{
  ranvier::Graph * graph = graph_of(base);
  return graph ? graph->endpoints() : std::vector<GraphEndpoint>();
}

size_t count(
  node_interfaces::NodeBaseInterface & base, const std::string & name, GraphEndpoint::Kind kind)
{
  const bool service =
    kind == GraphEndpoint::Kind::kService || kind == GraphEndpoint::Kind::kClient;
  const std::string full = base.resolve_topic_or_service_name(name, service);
  ranvier::Graph * graph = graph_of(base);
  if (graph == nullptr) {return 0;}
  const auto all = graph->endpoints_of(full);
  return std::count_if(
    all.begin(), all.end(), [&](const GraphEndpoint & e) {return e.kind == kind;});
}

using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

template<typename Wanted>
NamesAndTypes names_and_types(node_interfaces::NodeBaseInterface & base, Wanted wanted)
{
  NamesAndTypes out;
  for (const GraphEndpoint & endpoint : endpoints(base)) {
    if (!wanted(endpoint)) {continue;}
    auto & types = out[endpoint.name];
    if (std::find(types.begin(), types.end(), endpoint.type) == types.end()) {
      types.push_back(endpoint.type);
    }
  }
  for (auto & [name, types] : out) {std::sort(types.begin(), types.end());}
  return out;
}

}  // namespace

std::vector<std::string> Node::get_node_names() const
{
  std::vector<std::string> names;
  if (ranvier::Graph * graph = graph_of(*base_)) {
    for (const auto & node : graph->nodes()) {
      names.push_back(ranvier::full_node_name(node.node.space, node.node.name));
    }
  }
  return names;
}

std::map<std::string, std::vector<std::string>> Node::get_topic_names_and_types() const
{
  return names_and_types(
    *base_, [](const GraphEndpoint & e) {
      return e.kind == GraphEndpoint::Kind::kPublisher ||
             e.kind == GraphEndpoint::Kind::kSubscription;
    });
}

std::map<std::string, std::vector<std::string>> Node::get_service_names_and_types() const
{
  return names_and_types(
    *base_, [](const GraphEndpoint & e) {
      return e.kind == GraphEndpoint::Kind::kService || e.kind == GraphEndpoint::Kind::kClient;
    });
}

std::map<std::string, std::vector<std::string>> Node::get_service_names_and_types_by_node(
  const std::string & node_name, const std::string & namespace_) const
{
  return names_and_types(
    *base_, [&](const GraphEndpoint & e) {
      return e.kind == GraphEndpoint::Kind::kService && e.node.name == node_name &&
             e.node.space == namespace_;
    });
}

size_t Node::count_publishers(const std::string & topic_name) const
{
  return count(*base_, topic_name, GraphEndpoint::Kind::kPublisher);
}
size_t Node::count_subscribers(const std::string & topic_name) const
{
  return count(*base_, topic_name, GraphEndpoint::Kind::kSubscription);
}
size_t Node::count_clients(const std::string & service_name) const
{
  return count(*base_, service_name, GraphEndpoint::Kind::kClient);
}
size_t Node::count_services(const std::string & service_name) const
{
  return count(*base_, service_name, GraphEndpoint::Kind::kService);
}

}  // namespace rclcpp
