// Declared with what it belongs to.
#ifndef RCLCPP__EVENT_HPP_
#define RCLCPP__EVENT_HPP_
#include "rclcpp/node_interfaces/detail/interfaces.hpp"
#endif  // RCLCPP__EVENT_HPP_
