// Makes action clients of types that are known by their names.
#ifndef RCLCPP_ACTION__CREATE_GENERIC_CLIENT_HPP_
#define RCLCPP_ACTION__CREATE_GENERIC_CLIENT_HPP_

#include <string>
#include <utility>

#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/detail/get_interface.hpp"
#include "rclcpp_action/generic_client.hpp"

namespace rclcpp_action
{

/// @param type  "example_interfaces/action/Fibonacci".
/// @param group  null: the node's default group.
/// @throws std::runtime_error for a type that cannot be found, and as ClientBase's constructor.
RCLCPP_ACTION_PUBLIC GenericClient::SharedPtr create_generic_client(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_interface,
  const std::string & name, const std::string & type,
  rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options());

/// `node`: a node, or a pointer to what has the interfaces of one.
template<typename NodeT>
GenericClient::SharedPtr create_generic_client(
  NodeT && node, const std::string & name, const std::string & type,
  rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options())
{
  using namespace rclcpp::node_interfaces;  // NOLINT(build/namespaces)
  return create_generic_client(
    get_node_base_interface(node), get_node_graph_interface(node),
    get_node_logging_interface(node), get_node_waitables_interface(node), name, type,
    std::move(group), options);
}

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__CREATE_GENERIC_CLIENT_HPP_
