// Whether a node may be destroyed without pulling it from under a callback.
#ifndef RCLCPP__DETAIL__CALLBACKS_RUNNING_HPP_
#define RCLCPP__DETAIL__CALLBACKS_RUNNING_HPP_

#include "rclcpp/detail/node_base.hpp"

namespace rclcpp::detail
{

/// True while a callback of the node runs on some thread, but for callback
/// groups that are not added with the node. Once no executor has the node,
/// false stays until one gets it. Contract: any thread.
RCLCPP_PUBLIC bool callbacks_running(const node_interfaces::NodeBaseInterface & node);

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__CALLBACKS_RUNNING_HPP_
