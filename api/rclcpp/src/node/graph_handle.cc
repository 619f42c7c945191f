// rcl/graph.h: names of topics, services and nodes, asked by the handle of a node.
#include "rcl/graph.h"

#include <initializer_list>

#include "core/c_edge.hpp"
#include "node/graph_handle.hpp"
#include "rcutils/strdup.h"

namespace rclcpp::detail
{
namespace
{

using ranvier::GraphEndpoint;
using Kind = GraphEndpoint::Kind;

bool copied(const std::string & text, const rcl_allocator_t & allocator, char ** output)
{
  *output = rcutils_strdup(text.c_str(), allocator);
  return *output != nullptr;
}

bool copied(
  const std::vector<std::string> & texts, const rcl_allocator_t & allocator,
  rcutils_string_array_t * output)
{
  if (rcutils_string_array_init(output, texts.size(), &allocator) != RCUTILS_RET_OK) {
    *output = {};
    return false;
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    if (!copied(texts[i], allocator, &output->data[i])) {return false;}
  }
  return true;
}

rcl_ret_t no_memory()
{
  return refused(RCL_RET_BAD_ALLOC, "the allocator has no memory for names of the graph");
}

rcl_ret_t give(
  const NamesAndTypes & found, rcl_allocator_t & allocator, rcl_names_and_types_t * output)
{
  if (const auto ret = rmw_names_and_types_init(output, found.size(), &allocator)) {return ret;}
  size_t place = 0;
  for (const auto & [name, types] : found) {
    if (!copied(name, allocator, &output->names.data[place]) ||
      !copied(types, allocator, &output->types[place]))
    {
      static_cast<void>(rmw_names_and_types_fini(output));
      return no_memory();
    }
    ++place;
  }
  return RCL_RET_OK;
}

// What `check` has against the node that is asked, or else the names of the `wanted` endpoints.
template<typename Wanted, typename Check>
rcl_ret_t names_for_c(
  const char * function, const rcl_node_t * node, rcl_allocator_t * allocator, bool of_dds,
  rcl_names_and_types_t * output, Wanted wanted, Check check)
{
  const NodeHandle * found = valid_node_of(node);
  if (!found) {return RCL_RET_NODE_INVALID;}
  if (const auto ret = check_allocator(allocator)) {return ret;}
  if (const auto ret = rmw_names_and_types_check_zero(output)) {return ret;}
  return for_c(
    function, [&]() -> rcl_ret_t {
      if (const auto ret = check(*found)) {return ret;}
      return give(names_and_types(graph_of(*found), names(of_dds), wanted), *allocator, output);
    });
}

template<typename Wanted>
rcl_ret_t names_for_c(
  const char * function, const rcl_node_t * node, rcl_allocator_t * allocator, bool of_dds,
  rcl_names_and_types_t * output, Wanted wanted)
{
  return names_for_c(
    function, node, allocator, of_dds, output, wanted,
    [](const NodeHandle &) -> rcl_ret_t {return RCL_RET_OK;});
}

rcl_ret_t check_node_in_graph(const NodeHandle & asked, const ranvier::NodeName & node)
{
  if (ranvier::check_node_name(node.name) || ranvier::check_namespace(node.space)) {
    RCL_SET_ERROR_MSG_WITH_FORMAT_STRING(
      "'%s' in '%s' is no name of a node: give its name alone, and its full namespace",
      node.name.c_str(), node.space.c_str());
    return RCL_RET_INVALID_ARGUMENT;
  }
  if (has_node(graph_of(asked), node)) {return RCL_RET_OK;}
  RCL_SET_ERROR_MSG_WITH_FORMAT_STRING(
    "node '%s' in '%s' is not in the graph: wait for it, or see rcl_get_node_names()",
    node.name.c_str(), node.space.c_str());
  return RCL_RET_NODE_NAME_NON_EXISTENT;
}

rcl_ret_t by_node(
  const char * function, const rcl_node_t * asked, rcl_allocator_t * allocator, bool of_dds,
  const char * name, const char * space, rcl_names_and_types_t * output, Kind kind)
{
  ranvier::NodeName node;
  return names_for_c(
    function, asked, allocator, of_dds, output,
    [&](const GraphEndpoint & e) {return e.kind == kind && e.node == node;},
    [&](const NodeHandle & found) -> rcl_ret_t {
      RCL_CHECK_ARGUMENT_FOR_NULL(name, RCL_RET_INVALID_ARGUMENT);
      RCL_CHECK_ARGUMENT_FOR_NULL(space, RCL_RET_INVALID_ARGUMENT);
      node = {name, *space == '\0' ? "/" : space};
      return check_node_in_graph(found, node);
    });
}

rcl_ret_t check_zero(const rcutils_string_array_t * array)
{
  if (array != nullptr && array->size == 0 && array->data == nullptr) {return RCL_RET_OK;}
  return refused(
    RCL_RET_INVALID_ARGUMENT, "an array for names of nodes is null or holds something: start "
    "from rcutils_get_zero_initialized_string_array()");
}

// The wanted text of each node of the graph, in the graph's order.
struct Column
{
  rcutils_string_array_t * output;
  const std::string & (*of)(const ranvier::GraphNode &);
};

rcl_ret_t give_nodes(
  const char * function, const rcl_node_t * node, rcl_allocator_t allocator,
  std::initializer_list<Column> columns)
{
  const NodeHandle * found = valid_node_of(node);
  if (!found) {return RCL_RET_NODE_INVALID;}
  if (const auto ret = check_allocator(&allocator)) {return ret;}
  for (const Column & column : columns) {
    if (const auto ret = check_zero(column.output)) {return ret;}
  }
  return for_c(
    function, [&] {
      ranvier::Graph * graph = graph_of(*found);
      const auto nodes = graph ? graph->nodes() : std::vector<ranvier::GraphNode>();
      for (const Column & column : columns) {
        std::vector<std::string> texts;
        for (const auto & one : nodes) {texts.push_back(column.of(one));}
        if (copied(texts, allocator, column.output)) {continue;}
        for (const Column & made : columns) {
          static_cast<void>(rcutils_string_array_fini(made.output));
        }
        return no_memory();
      }
      return rcl_ret_t{RCL_RET_OK};
    });
}

const std::string & name_of(const ranvier::GraphNode & node) {return node.node.name;}
const std::string & space_of(const ranvier::GraphNode & node) {return node.node.space;}
const std::string & enclave_of(const ranvier::GraphNode & node) {return node.enclave;}

}  // namespace
}  // namespace rclcpp::detail

namespace detail = rclcpp::detail;
using Kind = ranvier::GraphEndpoint::Kind;

rcl_ret_t rcl_get_topic_names_and_types(
  const rcl_node_t * node, rcl_allocator_t * allocator, bool no_demangle,
  rcl_names_and_types_t * topic_names_and_types)
{
  return detail::names_for_c(
    __func__, node, allocator, no_demangle, topic_names_and_types, &detail::is_topics);
}
rcl_ret_t rcl_get_service_names_and_types(
  const rcl_node_t * node, rcl_allocator_t * allocator,
  rcl_names_and_types_t * service_names_and_types)
{
  return detail::names_for_c(
    __func__, node, allocator, false, service_names_and_types, &detail::is_services);
}

rcl_ret_t rcl_get_publisher_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, bool no_demangle, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * topic_names_and_types)
{
  return detail::by_node(
    __func__, node, allocator, no_demangle, node_name, node_namespace, topic_names_and_types,
    Kind::kPublisher);
}
rcl_ret_t rcl_get_subscriber_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, bool no_demangle, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * topic_names_and_types)
{
  return detail::by_node(
    __func__, node, allocator, no_demangle, node_name, node_namespace, topic_names_and_types,
    Kind::kSubscription);
}
rcl_ret_t rcl_get_service_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * service_names_and_types)
{
  return detail::by_node(
    __func__, node, allocator, false, node_name, node_namespace, service_names_and_types,
    Kind::kService);
}
rcl_ret_t rcl_get_client_names_and_types_by_node(
  const rcl_node_t * node, rcl_allocator_t * allocator, const char * node_name,
  const char * node_namespace, rcl_names_and_types_t * service_names_and_types)
{
  return detail::by_node(
    __func__, node, allocator, false, node_name, node_namespace, service_names_and_types,
    Kind::kClient);
}

rcl_ret_t rcl_names_and_types_init(
  rcl_names_and_types_t * names_and_types, size_t size, rcl_allocator_t * allocator)
{
  return rmw_names_and_types_init(names_and_types, size, allocator);
}
rcl_ret_t rcl_names_and_types_fini(rcl_names_and_types_t * names_and_types)
{
  return rmw_names_and_types_fini(names_and_types);
}

rcl_ret_t rcl_get_node_names(
  const rcl_node_t * node, rcl_allocator_t allocator, rcutils_string_array_t * node_names,
  rcutils_string_array_t * node_namespaces)
{
  return detail::give_nodes(
    __func__, node, allocator,
    {{node_names, &detail::name_of}, {node_namespaces, &detail::space_of}});
}
rcl_ret_t rcl_get_node_names_with_enclaves(
  const rcl_node_t * node, rcl_allocator_t allocator, rcutils_string_array_t * node_names,
  rcutils_string_array_t * node_namespaces, rcutils_string_array_t * enclaves)
{
  return detail::give_nodes(
    __func__, node, allocator,
    {{node_names, &detail::name_of}, {node_namespaces, &detail::space_of},
      {enclaves, &detail::enclave_of}});
}
