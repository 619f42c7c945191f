// What tests of containers share: packages to load from, and a client.
#ifndef CONTAINERS_HPP_
#define CONTAINERS_HPP_

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "builtin_interfaces/msg/time.hpp"
#include "components.h"
#include "rclcpp_components/component_manager.hpp"
#include "running.hpp"

/// A prefix of its own with packages in the component index, and a client that
/// asks a container for nodes.
class ContainerTest : public Running {
 protected:
  using Time = builtin_interfaces::msg::Time;
  using ListNodes = composition_interfaces::srv::ListNodes;
  using LoadNode = composition_interfaces::srv::LoadNode;
  using UnloadNode = composition_interfaces::srv::UnloadNode;
  using ComponentManager = rclcpp_components::ComponentManager;

  ContainerTest() {
    prefix_ = testing::TempDir() + "ranvier_components_" + std::to_string(::getpid());
    index_package("zoo",
                  {"Echo", "Bare", "Slow", "Thrower", "Wrapped", "Missing", "Homeless", "Fleeting",
                   "NoNodeFactory", "ThrowingFactory"},
                  TEST_COMPONENTS);
    index_package("broken", {"Echo"}, "lib/libnone.so");
    index("nonsense", "zoo::Echo\n");
    ::setenv("AMENT_PREFIX_PATH", prefix_.c_str(), 1);
  }
  ~ContainerTest() override {
    manager_.reset();
    shared_.reset();
    client_.reset();
    std::filesystem::remove_all(prefix_);
  }

  void index(const std::string& package, const std::string& content) {
    const auto folder =
        std::filesystem::path(prefix_) / "share/ament_index/resource_index/rclcpp_components";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / package) << content;
  }
  void index_package(const std::string& package, std::vector<std::string> classes,
                     const std::string& library) {
    std::string lines;
    for (const auto& name : classes) lines += "zoo::" + name + ";" + library + "\n";
    index(package, lines);
  }

  void start(std::vector<std::string> arguments = {}) {
    init(std::move(arguments));
    manager_ = std::make_shared<ComponentManager>(share());
    executor_->add_node(manager_);
    client_ = node("client", rclcpp::NodeOptions().use_global_arguments(false));
  }
  std::shared_ptr<rclcpp::Executor> share() {
    return shared_ = {executor_.get(), [](auto*) {}};  // containers keep it weakly
  }

  static LoadNode::Request request(const std::string& plugin, const std::string& name = "") {
    LoadNode::Request request;
    request.package_name = "zoo";
    request.plugin_name = "zoo::" + plugin;
    request.node_name = name;
    return request;
  }
  LoadNode::Response load(const LoadNode::Request& request) {
    return ask<LoadNode>(client_, "/ComponentManager/_container/load_node", request);
  }
  UnloadNode::Response unload(uint64_t id) {
    UnloadNode::Request request;
    request.unique_id = id;
    return ask<UnloadNode>(client_, "/ComponentManager/_container/unload_node", request);
  }
  ListNodes::Response list() {
    return ask<ListNodes>(client_, "/ComponentManager/_container/list_nodes", ListNodes::Request());
  }

  /// What comes back on `out` for a message on `in`.
  int echo(const std::string& in, const std::string& out, int value) {
    int heard = -1;
    auto subscription = client_->create_subscription<Time>(
        out, 10, [&](const Time& message) { heard = message.sec; });
    auto publisher = client_->create_publisher<Time>(in, 10);
    wait_until([&] {
      return publisher->get_subscription_count() == 1 && subscription->get_publisher_count() == 1;
    });
    Time message;
    message.sec = value;
    publisher->publish(message);
    wait_until([&] { return heard != -1; });
    return heard;
  }

  std::string prefix_;
  std::shared_ptr<rclcpp::Executor> shared_;
  std::shared_ptr<ComponentManager> manager_;
  rclcpp::Node::SharedPtr client_;
};

#endif  // CONTAINERS_HPP_
