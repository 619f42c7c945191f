// Declared with what it belongs to.
#ifndef RCLCPP__GENERIC_PUBLISHER_HPP_
#define RCLCPP__GENERIC_PUBLISHER_HPP_
#include "rclcpp/publisher.hpp"
#endif  // RCLCPP__GENERIC_PUBLISHER_HPP_
