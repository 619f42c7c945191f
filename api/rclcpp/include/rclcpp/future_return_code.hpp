// Declared with what it belongs to.
#ifndef RCLCPP__FUTURE_RETURN_CODE_HPP_
#define RCLCPP__FUTURE_RETURN_CODE_HPP_
#include "rclcpp/executor.hpp"
#endif  // RCLCPP__FUTURE_RETURN_CODE_HPP_
