// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__PARAMETER_SERVICE_HPP_
#define RCLCPP__PARAMETER_SERVICE_HPP_
#include "rclcpp/detail/remote_parameters.hpp"
#include "rclcpp/node.hpp"
#endif  // RCLCPP__PARAMETER_SERVICE_HPP_
