// Declared with what it belongs to.
#ifndef RCLCPP__NODE_INTERFACES__GET_NODE_TIME_SOURCE_INTERFACE_HPP_
#define RCLCPP__NODE_INTERFACES__GET_NODE_TIME_SOURCE_INTERFACE_HPP_
#include "rclcpp/node_interfaces/detail/get_interface.hpp"
#endif  // RCLCPP__NODE_INTERFACES__GET_NODE_TIME_SOURCE_INTERFACE_HPP_
