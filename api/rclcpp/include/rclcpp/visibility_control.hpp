// Declared with what it belongs to.
#ifndef RCLCPP__VISIBILITY_CONTROL_HPP_
#define RCLCPP__VISIBILITY_CONTROL_HPP_
#include "rclcpp/macros.hpp"
#endif  // RCLCPP__VISIBILITY_CONTROL_HPP_
