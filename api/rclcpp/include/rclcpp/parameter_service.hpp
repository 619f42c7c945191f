// Declared with what it belongs to.
#ifndef RCLCPP__PARAMETER_SERVICE_HPP_
#define RCLCPP__PARAMETER_SERVICE_HPP_
#include "rclcpp/detail/remote_parameters.hpp"
#endif  // RCLCPP__PARAMETER_SERVICE_HPP_
