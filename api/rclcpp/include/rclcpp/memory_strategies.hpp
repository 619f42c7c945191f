// Declared with what it belongs to.
#ifndef RCLCPP__MEMORY_STRATEGIES_HPP_
#define RCLCPP__MEMORY_STRATEGIES_HPP_
#include "rclcpp/memory_strategy.hpp"
#endif  // RCLCPP__MEMORY_STRATEGIES_HPP_
