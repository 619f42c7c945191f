// Declared with what it belongs to.
#ifndef RCLCPP__TYPE_ADAPTER_HPP_
#define RCLCPP__TYPE_ADAPTER_HPP_
#include "rclcpp/detail/delivery.hpp"
#endif  // RCLCPP__TYPE_ADAPTER_HPP_
