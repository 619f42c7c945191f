// The program behind the graph: what it makes is said by the name by which it is called, as
// packages have it under several.
//
//   graph           all nodes but those below; prints "ready"
//   twins           a second node of a name, and a hidden one; prints "ready"
//   victim          a node to be killed; prints "ready"
//   talker          one talker, as demo_nodes_cpp has it
//   add_two_ints_client   calls add_two_ints once
//   fail <n>        ends with status n; abort: by a signal
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "nodes.h"

namespace {

using namespace std::chrono_literals;
using command_graph::make_talker;

rclcpp::NodeOptions remapped(const std::vector<std::string>& rules) {
  std::vector<std::string> words{"--ros-args"};
  for (const std::string& rule : rules) words.insert(words.end(), {"-r", rule});
  rclcpp::NodeOptions options;
  options.arguments(words);
  return options;
}

const rclcpp::NodeOptions kTwin = remapped({"__node:=twin", "chatter:=twin_topic"});

void spin_all(const std::vector<std::shared_ptr<rclcpp::Node>>& nodes, bool managed) {
  rclcpp::executors::SingleThreadedExecutor executor;
  for (const auto& node : nodes) {
    node->get_logger().set_level(rclcpp::Logger::Level::Warn);
    executor.add_node(node);
  }
  if (managed) executor.add_node(command_graph::make_managed());
  std::cout << "ready" << std::endl;
  executor.spin();
}

int run_graph() {
  using namespace command_graph;
  auto caller = make_caller(remapped({"add_two_ints:=intro_add"}));
  rclcpp::NodeOptions none;
  spin_all({make_talker(none, 200ms), make_listener(none), make_adder("add_two_ints_server"),
            make_blackboard(), make_fibonacci(), make_talker(kTwin, 1s), make_parameters(),
            make_introspected(), caller},
           true);
  return 0;
}

int run_twins() {
  const auto hidden = remapped({"__node:=_hidden_talker", "chatter:=_hidden_topic"});
  spin_all({make_talker(kTwin, 1s), make_talker(hidden, 200ms)}, false);
  return 0;
}

int run_victim() {
  spin_all({std::make_shared<rclcpp::Node>("victim")}, false);
  return 0;
}

int run_valued() {
  spin_all({command_graph::make_valued("cpp_valued", false),
            command_graph::make_valued("cpp_plain", true)},
           false);
  return 0;
}

int run_talker() {
  rclcpp::spin(make_talker(rclcpp::NodeOptions(), 100ms));
  return 0;
}

int call_adder() {
  using AddTwoInts = example_interfaces::srv::AddTwoInts;
  auto node = std::make_shared<rclcpp::Node>("add_two_ints_client");
  auto client = node->create_client<AddTwoInts>("add_two_ints");
  while (rclcpp::ok() && !client->wait_for_service(1s)) {}
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 2;
  request->b = 3;
  auto response = client->async_send_request(request);
  if (rclcpp::spin_until_future_complete(node, response) != rclcpp::FutureReturnCode::SUCCESS) {
    return 1;
  }
  RCLCPP_INFO(node->get_logger(), "Result of add_two_ints: %ld", long{response.get()->sum});
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string name = std::filesystem::path(argv[0]).filename();
  if (name == "fail") return argc > 1 ? std::atoi(argv[1]) : 1;
  if (name == "abort") std::abort();
  rclcpp::init(argc, argv);
  int status = 0;
  if (name == "twins") {
    status = run_twins();
  } else if (name == "victim") {
    status = run_victim();
  } else if (name == "valued") {
    status = run_valued();
  } else if (name == "talker") {
    status = run_talker();
  } else if (name == "add_two_ints_client") {
    status = call_adder();
  } else {
    status = run_graph();
  }
  rclcpp::shutdown();
  return status;
}
