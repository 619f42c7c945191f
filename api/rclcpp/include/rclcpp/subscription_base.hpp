// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__SUBSCRIPTION_BASE_HPP_
#define RCLCPP__SUBSCRIPTION_BASE_HPP_
#include "rclcpp/event_handler.hpp"
#include "rclcpp/network_flow_endpoint.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/type_support_decl.hpp"
#endif  // RCLCPP__SUBSCRIPTION_BASE_HPP_
