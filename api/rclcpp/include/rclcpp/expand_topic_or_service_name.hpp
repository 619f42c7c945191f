// A name as users write it, in full.
#ifndef RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_
#define RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_

#include <string>

#include "rclcpp/macros.hpp"

namespace rclcpp
{

/// The full name that `name` stands for in a node, before remapping.
/// Throws exceptions::InvalidTopicNameError or exceptions::InvalidServiceNameError
/// (`is_service`), exceptions::InvalidNodeNameError, exceptions::InvalidNamespaceError.
RCLCPP_PUBLIC std::string expand_topic_or_service_name(
  const std::string & name, const std::string & node_name, const std::string & namespace_,
  bool is_service = false);

}  // namespace rclcpp
#endif  // RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_
