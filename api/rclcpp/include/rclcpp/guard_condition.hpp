// Declared with what it belongs to.
#ifndef RCLCPP__GUARD_CONDITION_HPP_
#define RCLCPP__GUARD_CONDITION_HPP_
#include "rclcpp/waitable.hpp"
#endif  // RCLCPP__GUARD_CONDITION_HPP_
