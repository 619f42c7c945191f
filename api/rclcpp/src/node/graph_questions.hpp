// What is asked of a graph, by rclcpp and by rcl.
#ifndef GRAPH_QUESTIONS_HPP_
#define GRAPH_QUESTIONS_HPP_

#include <map>
#include <string>
#include <vector>

#include "ranvier/route/graph.h"
#include "rosidl_runtime_c/type_hash.h"

namespace rclcpp::detail
{

using NamesAndTypes = std::map<std::string, std::vector<std::string>>;

/// Names and sorted types of the endpoints that `wanted` says true for; none without a graph.
template<typename Wanted>
NamesAndTypes names_and_types(ranvier::Graph * graph, ranvier::Graph::Names names, Wanted wanted);

/// As they stand on the wire, or as ROS 2 users write them.
inline ranvier::Graph::Names names(bool of_dds)
{
  return of_dds ? ranvier::Graph::Names::kDds : ranvier::Graph::Names::kRos;
}

bool is_topics(const ranvier::GraphEndpoint & endpoint);
bool is_services(const ranvier::GraphEndpoint & endpoint);

/// Whether the graph has this node.
bool has_node(ranvier::Graph * graph, const ranvier::NodeName & node);
/// How many endpoints of a topic or service, by its full name, are of the kind.
size_t count_of(
  ranvier::Graph * graph, const std::string & full, ranvier::GraphEndpoint::Kind kind);
/// Of what travels there; version 0 if the peer tells none, which is logged once.
rosidl_type_hash_t hash_of(const ranvier::GraphEndpoint & endpoint);

// ---- below: for the compiler ----

void add(NamesAndTypes & to, const ranvier::GraphEndpoint & endpoint);
void sort_types(NamesAndTypes & of);

template<typename Wanted>
NamesAndTypes names_and_types(ranvier::Graph * graph, ranvier::Graph::Names names, Wanted wanted)
{
  NamesAndTypes out;
  if (graph == nullptr) {return out;}
  for (const ranvier::GraphEndpoint & endpoint : graph->endpoints(names)) {
    if (wanted(endpoint)) {add(out, endpoint);}
  }
  sort_types(out);
  return out;
}

}  // namespace rclcpp::detail
#endif  // GRAPH_QUESTIONS_HPP_
