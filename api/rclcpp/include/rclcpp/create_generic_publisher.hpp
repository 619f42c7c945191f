// Declared with what it belongs to.
#ifndef RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
#define RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
#include "rclcpp/detail/create.hpp"
#endif  // RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
