// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__EXECUTOR_OPTIONS_HPP_
#define RCLCPP__EXECUTOR_OPTIONS_HPP_
#include "rclcpp/executor.hpp"
#include "rclcpp/memory_strategies.hpp"
#endif  // RCLCPP__EXECUTOR_OPTIONS_HPP_
