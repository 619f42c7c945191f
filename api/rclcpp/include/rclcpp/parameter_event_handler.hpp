// Declared with what it belongs to.
#ifndef RCLCPP__PARAMETER_EVENT_HANDLER_HPP_
#define RCLCPP__PARAMETER_EVENT_HANDLER_HPP_
#include "rclcpp/detail/remote_parameters.hpp"
#endif  // RCLCPP__PARAMETER_EVENT_HANDLER_HPP_
