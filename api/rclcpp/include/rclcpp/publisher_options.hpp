// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__PUBLISHER_OPTIONS_HPP_
#define RCLCPP__PUBLISHER_OPTIONS_HPP_
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/event_handler.hpp"
#endif  // RCLCPP__PUBLISHER_OPTIONS_HPP_
