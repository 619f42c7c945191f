// Makes action servers.
#ifndef RCLCPP_ACTION__CREATE_SERVER_HPP_
#define RCLCPP_ACTION__CREATE_SERVER_HPP_

#include <memory>
#include <string>
#include <utility>

#include "rclcpp/node.hpp"
#include "rclcpp/node_interfaces/detail/get_interface.hpp"
#include "rclcpp_action/detail/owned.hpp"
#include "rclcpp_action/server.hpp"

namespace rclcpp_action
{

/// Throws as ServerBase's constructor. `group` null: the node's default group.
template<typename ActionT>
typename Server<ActionT>::SharedPtr create_server(
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr node_base_interface,
  rclcpp::node_interfaces::NodeClockInterface::SharedPtr node_clock_interface,
  rclcpp::node_interfaces::NodeLoggingInterface::SharedPtr node_logging_interface,
  rclcpp::node_interfaces::NodeWaitablesInterface::SharedPtr node_waitables_interface,
  const std::string & name,
  typename Server<ActionT>::GoalCallback handle_goal,
  typename Server<ActionT>::CancelCallback handle_cancel,
  typename Server<ActionT>::AcceptedCallback handle_accepted,
  const rcl_action_server_options_t & options = rcl_action_server_get_default_options(),
  rclcpp::CallbackGroup::SharedPtr group = nullptr)
{
  auto server = detail::owned(
    new Server<ActionT>(
      std::move(node_base_interface), std::move(node_clock_interface),
      std::move(node_logging_interface), name, options, std::move(handle_goal),
      std::move(handle_cancel), std::move(handle_accepted), group));
  if (node_waitables_interface) {node_waitables_interface->add_waitable(server, group);}
  return server;
}

/// `node`: a node, or a pointer to what has the interfaces of one.
template<typename ActionT, typename NodeT>
typename Server<ActionT>::SharedPtr create_server(
  NodeT && node, const std::string & name, typename Server<ActionT>::GoalCallback handle_goal,
  typename Server<ActionT>::CancelCallback handle_cancel,
  typename Server<ActionT>::AcceptedCallback handle_accepted,
  const rcl_action_server_options_t & options = rcl_action_server_get_default_options(),
  rclcpp::CallbackGroup::SharedPtr group = nullptr)
{
  using namespace rclcpp::node_interfaces;  // NOLINT(build/namespaces)
  return create_server<ActionT>(
    get_node_base_interface(node), get_node_clock_interface(node),
    get_node_logging_interface(node), get_node_waitables_interface(node), name,
    std::move(handle_goal), std::move(handle_cancel), std::move(handle_accepted), options,
    std::move(group));
}

}  // namespace rclcpp_action
#endif  // RCLCPP_ACTION__CREATE_SERVER_HPP_
