// Declared with what it belongs to.
#ifndef RCLCPP__EXECUTOR_OPTIONS_HPP_
#define RCLCPP__EXECUTOR_OPTIONS_HPP_
#include "rclcpp/executor.hpp"
#endif  // RCLCPP__EXECUTOR_OPTIONS_HPP_
