// What a node tells about the endpoints of a topic.
#include <algorithm>
#include <charconv>

#include "core_edge.hpp"
#include "rclcpp/node.hpp"

namespace rclcpp
{
namespace
{

using ranvier::GraphEndpoint;

constexpr std::string_view kHashPrefix = "RIHS01_";

// The hash of "RIHS01_<64 hex>"; zeros for anything else.
rosidl_type_hash_t parse_hash(const std::string & text)
{
  rosidl_type_hash_t hash{};
  constexpr size_t kBytes = sizeof(hash.value);
  if (text.size() != kHashPrefix.size() + 2 * kBytes || text.rfind(kHashPrefix, 0) != 0) {
    return hash;
  }
  const char * digits = text.data() + kHashPrefix.size();
  for (size_t i = 0; i < kBytes; ++i, digits += 2) {
    const auto [end, error] = std::from_chars(digits, digits + 2, hash.value[i], 16);
    if (error != std::errc() || end != digits + 2) {return rosidl_type_hash_t{};}
  }
  hash.version = 1;
  return hash;
}

TopicEndpointInfo to_info(const GraphEndpoint & endpoint, EndpointType type)
{
  return TopicEndpointInfo(
    type, endpoint.node.name, endpoint.node.space, endpoint.type, parse_hash(endpoint.hash),
    endpoint.gid.bytes, detail::from_core(endpoint.qos));
}

std::vector<TopicEndpointInfo> infos_of(
  node_interfaces::NodeBaseInterface & node, const std::string & full_name, EndpointType type)
{
  ranvier::Graph * graph = node.core()->context()->graph();
  if (graph == nullptr) {return {};}
  const auto kind = type == EndpointType::Publisher ? GraphEndpoint::Kind::kPublisher :
    GraphEndpoint::Kind::kSubscription;
  std::vector<TopicEndpointInfo> infos;
  for (const GraphEndpoint & endpoint : graph->endpoints_of(full_name)) {
    if (endpoint.kind == kind) {infos.push_back(to_info(endpoint, type));}
  }
  return infos;
}

}  // namespace

std::vector<TopicEndpointInfo> Node::get_publishers_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return infos_of(
    *base_, no_mangle ? topic_name : base_->resolve_topic_or_service_name(topic_name, false),
    EndpointType::Publisher);
}

std::vector<TopicEndpointInfo> Node::get_subscriptions_info_by_topic(
  const std::string & topic_name, bool no_mangle) const
{
  return infos_of(
    *base_, no_mangle ? topic_name : base_->resolve_topic_or_service_name(topic_name, false),
    EndpointType::Subscription);
}

}  // namespace rclcpp
