// Declared with what it belongs to.
#ifndef RCLCPP__INTRA_PROCESS_SETTING_HPP_
#define RCLCPP__INTRA_PROCESS_SETTING_HPP_
#include "rclcpp/detail/endpoint_options.hpp"
#endif  // RCLCPP__INTRA_PROCESS_SETTING_HPP_
