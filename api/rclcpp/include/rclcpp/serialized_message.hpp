// Declared with what it belongs to.
#ifndef RCLCPP__SERIALIZED_MESSAGE_HPP_
#define RCLCPP__SERIALIZED_MESSAGE_HPP_
#include "rclcpp/detail/delivery.hpp"
#endif  // RCLCPP__SERIALIZED_MESSAGE_HPP_
