// Declared with what it belongs to.
#ifndef RCLCPP__EVENT_HANDLER_HPP_
#define RCLCPP__EVENT_HANDLER_HPP_
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/waitable.hpp"
#endif  // RCLCPP__EVENT_HANDLER_HPP_
