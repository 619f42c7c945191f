// Declared with what it belongs to.
#ifndef RCLCPP__SUBSCRIPTION_BASE_HPP_
#define RCLCPP__SUBSCRIPTION_BASE_HPP_
#include "rclcpp/subscription.hpp"
#endif  // RCLCPP__SUBSCRIPTION_BASE_HPP_
