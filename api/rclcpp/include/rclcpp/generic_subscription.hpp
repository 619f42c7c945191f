// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__GENERIC_SUBSCRIPTION_HPP_
#define RCLCPP__GENERIC_SUBSCRIPTION_HPP_
#include "rclcpp/node_interfaces/node_topics_interface.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#endif  // RCLCPP__GENERIC_SUBSCRIPTION_HPP_
