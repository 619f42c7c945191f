// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
#define RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
#include "rclcpp/detail/create.hpp"
#include "rclcpp/generic_publisher.hpp"
#endif  // RCLCPP__CREATE_GENERIC_PUBLISHER_HPP_
