// Loads both components into the container named on the command line, hears
// what they send, unloads them; says what the services answered.
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "composition_interfaces/srv/list_nodes.hpp"
#include "composition_interfaces/srv/load_node.hpp"
#include "composition_interfaces/srv/unload_node.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

using composition_interfaces::srv::ListNodes;
using composition_interfaces::srv::LoadNode;
using composition_interfaces::srv::UnloadNode;

class LoadClient : public rclcpp::Node
{
public:
  explicit LoadClient(const std::string & container)
  : Node("load_client"), services_(container + "/_container/") {}

  template<class ServiceT>
  typename ServiceT::Response::SharedPtr ask(
    const std::string & service, typename ServiceT::Request::SharedPtr request)
  {
    auto client = create_client<ServiceT>(services_ + service);
    client->wait_for_service();
    auto future = client->async_send_request(request);
    rclcpp::spin_until_future_complete(get_node_base_interface(), future);
    return future.get();
  }

  uint64_t load(const std::string & plugin, const rclcpp::Parameter & parameter)
  {
    auto request = std::make_shared<LoadNode::Request>();
    request->package_name = "orchard_components";
    request->plugin_name = "orchard_components::" + plugin;
    request->node_namespace = "/north";
    request->remap_rules = {"basket:=/all_baskets"};
    request->parameters = {parameter.to_parameter_msg()};
    request->extra_arguments = {
      rclcpp::Parameter("use_intra_process_comms", true).to_parameter_msg()};
    auto answer = ask<LoadNode>("load_node", request);
    std::printf(
      "load %s: %s '%s' '%s'\n", plugin.c_str(), answer->success ? "yes" : "no",
      answer->full_node_name.c_str(), answer->error_message.c_str());
    return answer->unique_id;
  }

  void unload(uint64_t id)
  {
    auto request = std::make_shared<UnloadNode::Request>();
    request->unique_id = id;
    auto answer = ask<UnloadNode>("unload_node", request);
    std::printf("unload: %s '%s'\n", answer->success ? "yes" : "no", answer->error_message.c_str());
  }

  void list()
  {
    auto answer = ask<ListNodes>("list_nodes", std::make_shared<ListNodes::Request>());
    std::printf("list:");
    for (const auto & name : answer->full_node_names) {std::printf(" %s", name.c_str());}
    std::printf("\n");
  }

  void hear_three()
  {
    int heard = 0;
    auto subscription = create_subscription<std_msgs::msg::String>(
      "/all_baskets", 10, [&](const std_msgs::msg::String & message) {
        if (message.data.find("picked pear") == 0) {++heard;}
      });
    while (heard < 3) {rclcpp::spin_some(get_node_base_interface());}
    std::printf("heard three\n");
  }

private:
  const std::string services_;
};

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto client = std::make_shared<LoadClient>(argc > 1 ? argv[1] : "/ComponentManager");
  const rclcpp::Parameter pear("fruit", "pear"), none("none", 0);
  const auto tree = client->load("Tree", pear);
  const auto picker = client->load("Picker", none);
  client->load("Scarecrow", none);
  client->load("Gnome", none);
  client->hear_three();
  client->list();
  client->unload(tree);
  client->unload(tree);
  client->list();
  client->unload(picker);
  client->list();
  rclcpp::shutdown();
  return 0;
}
