// The nodes of the graph that the tests of `ros2` look at, each made by a function.
#pragma once

#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"

namespace command_graph {

/// A node that publishes "Hello World: <n>" on `chatter`, once in a period.
std::shared_ptr<rclcpp::Node> make_talker(const rclcpp::NodeOptions& options,
                                          std::chrono::milliseconds period);
/// A node that hears `chatter`.
std::shared_ptr<rclcpp::Node> make_listener(const rclcpp::NodeOptions& options);
/// A node of that name that serves `add_two_ints`.
std::shared_ptr<rclcpp::Node> make_adder(const std::string& name);
/// A node that serves `intro_add`; its parameter `service_configure_introspection` says what it
/// tells of requests.
std::shared_ptr<rclcpp::Node> make_introspected();
/// A node that calls `add_two_ints` twice a second, with a parameter of the same kind.
std::shared_ptr<rclcpp::Node> make_caller(const rclcpp::NodeOptions& options);
/// A node with a parameter of each type, and of each constraint.
std::shared_ptr<rclcpp::Node> make_parameters();
/// A node with parameters that are hard to write in YAML; with `plain` they have other values.
std::shared_ptr<rclcpp::Node> make_valued(const std::string& name, bool plain);
/// A node whose parameters anybody may add, with some to begin with.
std::shared_ptr<rclcpp::Node> make_blackboard();
/// A managed node that publishes while it is active.
std::shared_ptr<rclcpp::node_interfaces::NodeBaseInterface> make_managed();
/// A node that serves `fibonacci`.
std::shared_ptr<rclcpp::Node> make_fibonacci();

}  // namespace command_graph
