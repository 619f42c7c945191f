// Declared with what it belongs to.
#ifndef RCLCPP__PUBLISHER_OPTIONS_HPP_
#define RCLCPP__PUBLISHER_OPTIONS_HPP_
#include "rclcpp/detail/endpoint_options.hpp"
#endif  // RCLCPP__PUBLISHER_OPTIONS_HPP_
