// Declared with what it belongs to.
#ifndef RCLCPP__PUBLISHER_BASE_HPP_
#define RCLCPP__PUBLISHER_BASE_HPP_
#include "rclcpp/publisher.hpp"
#endif  // RCLCPP__PUBLISHER_BASE_HPP_
