#include <algorithm>
#include <chrono>

#include "modes.hpp"

namespace interop {
namespace {

std::string name_of(const rclcpp::TopicEndpointInfo& info) {
  const auto& space = info.node_namespace();
  return (space == "/" ? "" : space) + "/" + info.node_name();
}

std::string endpoints_json(std::vector<rclcpp::TopicEndpointInfo> infos) {
  std::vector<std::string> nodes;
  for (const auto& info : infos) nodes.push_back(name_of(info));
  std::sort(nodes.begin(), nodes.end());
  return json_list(nodes);
}

// "keep_last 10" of each, "unknown" of one that does not tell.
std::string histories_json(const std::vector<rclcpp::TopicEndpointInfo>& infos) {
  std::vector<std::string> all;
  for (const auto& info : infos) {
    const auto& qos = info.qos_profile().get_rmw_qos_profile();
    const char* history = qos.history == RMW_QOS_POLICY_HISTORY_UNKNOWN
                              ? "unknown"
                              : rmw_qos_history_policy_to_str(qos.history);
    all.push_back(history + (" " + std::to_string(qos.depth)));
  }
  return json_list(all);
}

std::string topics_json(rclcpp::Node& node) {
  std::string out = "{";
  for (const auto& [topic, types] : node.get_topic_names_and_types()) {
    if (out.size() > 1) out += ", ";
    out += quoted(topic) + ": {\"types\": " + json_list(types);
    out += ", \"writers\": " + std::to_string(node.count_publishers(topic));
    out += ", \"readers\": " + std::to_string(node.count_subscribers(topic));
    out += ", \"publishers\": " + endpoints_json(node.get_publishers_info_by_topic(topic));
    out += ", \"histories\": " + histories_json(node.get_publishers_info_by_topic(topic));
    out += ", \"subscriptions\": " + endpoints_json(node.get_subscriptions_info_by_topic(topic));
    out += "}";
  }
  return out + "}";
}

std::string services_json(rclcpp::Node& node) {
  std::string out = "{";
  for (const auto& [service, types] : node.get_service_names_and_types()) {
    if (out.size() > 1) out += ", ";
    out += quoted(service) + ": " + json_list(types);
  }
  return out + "}";
}
}  // namespace

void watch_graph(const Options& options) {
  auto node = make_node(options);
  std::string last;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(10), [&] {
    auto nodes = node->get_node_names();
    std::sort(nodes.begin(), nodes.end());
    const auto topics = topics_json(*node);
    const auto services = services_json(*node);
    if (last == json_list(nodes) + topics + services) return;
    last = json_list(nodes) + topics + services;
    Event("graph").put("nodes", nodes).put_json("topics", topics).put_json("services", services);
  });
  Event("ready");
  spin_and_obey(node);
}

}  // namespace interop
