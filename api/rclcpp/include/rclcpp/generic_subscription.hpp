// Declared with what it belongs to.
#ifndef RCLCPP__GENERIC_SUBSCRIPTION_HPP_
#define RCLCPP__GENERIC_SUBSCRIPTION_HPP_
#include "rclcpp/subscription.hpp"
#endif  // RCLCPP__GENERIC_SUBSCRIPTION_HPP_
