// Declared with what it belongs to.
#ifndef RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
#define RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
#include "rclcpp/detail/endpoint_options.hpp"
#endif  // RCLCPP__INTRA_PROCESS_BUFFER_TYPE_HPP_
