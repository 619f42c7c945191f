// Declared with what it belongs to.
#ifndef RCLCPP__GENERIC_CLIENT_HPP_
#define RCLCPP__GENERIC_CLIENT_HPP_
#include "rclcpp/client.hpp"
#endif  // RCLCPP__GENERIC_CLIENT_HPP_
