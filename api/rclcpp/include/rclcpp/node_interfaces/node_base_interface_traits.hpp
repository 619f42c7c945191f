// Declared with what it belongs to.
#ifndef RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_TRAITS_HPP_
#define RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_TRAITS_HPP_
#include "rclcpp/node_interfaces/detail/get_interface.hpp"
#endif  // RCLCPP__NODE_INTERFACES__NODE_BASE_INTERFACE_TRAITS_HPP_
