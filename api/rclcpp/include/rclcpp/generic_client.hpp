// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__GENERIC_CLIENT_HPP_
#define RCLCPP__GENERIC_CLIENT_HPP_
#include "rclcpp/client.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#endif  // RCLCPP__GENERIC_CLIENT_HPP_
