// A node of any class.
#ifndef RCLCPP_COMPONENTS__NODE_INSTANCE_WRAPPER_HPP__
#define RCLCPP_COMPONENTS__NODE_INSTANCE_WRAPPER_HPP__

#include <functional>
#include <memory>
#include <utility>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp_components
{

/// Keeps a node, of whatever class, and knows its base interface. A value.
/// Threads: one at a time.
class NodeInstanceWrapper
{
public:
  using NodeBaseInterfaceGetter = std::function<
    rclcpp::node_interfaces::NodeBaseInterface::SharedPtr(const std::shared_ptr<void> &)>;

  /// Without a node: get_node_base_interface() throws std::bad_function_call.
  NodeInstanceWrapper() = default;
  NodeInstanceWrapper(
    std::shared_ptr<void> node_instance, NodeBaseInterfaceGetter node_base_interface_getter)
  : node_(std::move(node_instance)), base_of_(std::move(node_base_interface_getter)) {}

  const std::shared_ptr<void> get_node_instance() const {return node_;}
  /// Asks the node once, until it has given one that is not null.
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface()
  {
    if (!base_) {base_ = base_of_(node_);}
    return base_;
  }

private:
  std::shared_ptr<void> node_;
  NodeBaseInterfaceGetter base_of_;
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr base_;
};

}  // namespace rclcpp_components

#endif  // RCLCPP_COMPONENTS__NODE_INSTANCE_WRAPPER_HPP__
