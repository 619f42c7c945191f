// Declared with what it belongs to.
#ifndef RCLCPP__DURATION_HPP_
#define RCLCPP__DURATION_HPP_
#include "rclcpp/time.hpp"
#endif  // RCLCPP__DURATION_HPP_
