// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
#define RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/event_handler.hpp"
#endif  // RCLCPP__SUBSCRIPTION_OPTIONS_HPP_
