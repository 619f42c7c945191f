// Dynamic composition: has a component container load every node of Nav2.
// load CONTAINER PARAMETER_FILE: the container's full name, and the file of all nodes. Ends with
// status 1 at the first node that is refused, and says why.
#include <cstdio>
#include <memory>
#include <string>

#include "composition_interfaces/srv/load_node.hpp"
#include "nodes.hpp"
#include "rclcpp/parameter_map.hpp"
#include "rclcpp/rclcpp.hpp"

namespace {

using composition_interfaces::srv::LoadNode;
using std::chrono_literals::operator""s;

std::shared_ptr<LoadNode::Request> request_of(const ranvier_nav2::NavNode& node,
                                              const std::string& parameter_file) {
  auto request = std::make_shared<LoadNode::Request>();
  request->package_name = node.package;
  request->plugin_name = node.plugin;
  request->node_name = node.name;
  request->remap_rules = ranvier_nav2::remappings(node);
  const std::string full_name = std::string("/") + node.name;
  const auto map = rclcpp::parameter_map_from_yaml_file(parameter_file, full_name.c_str());
  for (const auto& parameter : rclcpp::parameters_from_map(map, full_name.c_str())) {
    request->parameters.push_back(parameter.to_parameter_msg());
  }
  return request;
}

bool load_all(const std::string& container, const std::string& parameter_file) {
  const auto node = std::make_shared<rclcpp::Node>("load");
  const auto client = node->create_client<LoadNode>(container + "/_container/load_node");
  if (!client->wait_for_service(30s)) {
    std::fprintf(stderr, "load: there is no container '%s'. Start one first\n", container.c_str());
    return false;
  }
  for (const ranvier_nav2::NavNode& each : ranvier_nav2::nodes()) {
    auto future = client->async_send_request(request_of(each, parameter_file));
    if (rclcpp::spin_until_future_complete(node, future, 60s) !=
        rclcpp::FutureReturnCode::SUCCESS) {
      std::fprintf(stderr, "load: '%s' did not answer about '%s'\n", container.c_str(), each.name);
      return false;
    }
    const auto response = future.get();
    if (!response->success) {
      std::fprintf(stderr, "load: '%s' refused '%s': %s\n", container.c_str(), each.name,
                   response->error_message.c_str());
      return false;
    }
  }
  std::puts("loaded");
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const auto words = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (words.size() != 3) {
    std::fprintf(stderr, "usage: load CONTAINER PARAMETER_FILE\n");
    return 2;
  }
  const bool loaded = load_all(words[1], words[2]);
  rclcpp::shutdown();
  return loaded ? 0 : 1;
}
