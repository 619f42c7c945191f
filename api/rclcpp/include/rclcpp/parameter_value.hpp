// Declared with what it belongs to.
#ifndef RCLCPP__PARAMETER_VALUE_HPP_
#define RCLCPP__PARAMETER_VALUE_HPP_
#include "rclcpp/parameter.hpp"
#endif  // RCLCPP__PARAMETER_VALUE_HPP_
