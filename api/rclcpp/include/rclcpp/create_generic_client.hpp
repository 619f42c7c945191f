// Declared with what it belongs to.
#ifndef RCLCPP__CREATE_GENERIC_CLIENT_HPP_
#define RCLCPP__CREATE_GENERIC_CLIENT_HPP_
#include "rclcpp/detail/create.hpp"
#endif  // RCLCPP__CREATE_GENERIC_CLIENT_HPP_
