// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__CREATE_SUBSCRIPTION_HPP_
#define RCLCPP__CREATE_SUBSCRIPTION_HPP_
#include "rclcpp/detail/create.hpp"
#include "rclcpp/subscription_factory.hpp"
#endif  // RCLCPP__CREATE_SUBSCRIPTION_HPP_
