// Declared with what it belongs to.
#ifndef RCLCPP__MESSAGE_INFO_HPP_
#define RCLCPP__MESSAGE_INFO_HPP_
#include "rclcpp/detail/delivery.hpp"
#endif  // RCLCPP__MESSAGE_INFO_HPP_
