// Declared with what it belongs to.
#ifndef RCLCPP__INIT_OPTIONS_HPP_
#define RCLCPP__INIT_OPTIONS_HPP_
#include "rclcpp/context.hpp"
#endif  // RCLCPP__INIT_OPTIONS_HPP_
