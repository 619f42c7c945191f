#include "rclcpp/detail/callbacks_running.hpp"

#include "ranvier/node/node.h"

bool rclcpp::detail::callbacks_running(const node_interfaces::NodeBaseInterface & node)
{
  return node.core()->busy();
}
