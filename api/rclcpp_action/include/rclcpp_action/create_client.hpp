// Makes action clients.
#ifndef RCLCPP_ACTION__CREATE_CLIENT_HPP_
#define RCLCPP_ACTION__CREATE_CLIENT_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/detail/get_interface.hpp"
#include "rclcpp_action/detail/owned.hpp"
#include "rclcpp_action/client.hpp"

namespace rclcpp_action
{

/// Throws as ClientBase's constructor. `group` null: the node's default group.
template<typename ActionT>
typename Client<ActionT>::SharedPtr create_client(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  rclcpp::node_interfaces::NodeGraphInterface::SharedPtr node_graph_interface,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_interface,
  const std::string & name,
  rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options())
{
  auto client = detail::owned(
    new Client<ActionT>(
      std::move(node_base_interface), std::move(node_graph_interface),
      std::move(node_logging_interface), name, options, group));
  if (node_waitables_interface) {node_waitables_interface->add_waitable(client, group);}
  return client;
}

/// `node`: a node, or a pointer to what has the interfaces of one.
template<typename ActionT, typename NodeT>
typename Client<ActionT>::SharedPtr create_client(
  NodeT && node, const std::string & name, rclcpp::CallbackGroup::SharedPtr group = nullptr,
  const rcl_action_client_options_t & options = rcl_action_client_get_default_options())
{
  using namespace rclcpp::node_interfaces;  // NOLINT(build/namespaces)
  return create_client<ActionT>(
    get_node_base_interface(node), get_node_graph_interface(node),
    get_node_logging_interface(node), get_node_waitables_interface(node), name, std::move(group),
    options);
}

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__CREATE_CLIENT_HPP_
