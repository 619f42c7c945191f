// Declared with what it belongs to.
#ifndef RCLCPP__COPY_ALL_PARAMETER_VALUES_HPP_
#define RCLCPP__COPY_ALL_PARAMETER_VALUES_HPP_
#include "rclcpp/detail/remote_parameters.hpp"
#endif  // RCLCPP__COPY_ALL_PARAMETER_VALUES_HPP_
