// Declared with what it belongs to.
#ifndef RCLCPP__ANY_EXECUTABLE_HPP_
#define RCLCPP__ANY_EXECUTABLE_HPP_
#include "rclcpp/executor.hpp"
#endif  // RCLCPP__ANY_EXECUTABLE_HPP_
