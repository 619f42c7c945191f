// Declared with what it belongs to.
#ifndef RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_
#define RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_
#include "rclcpp/utilities.hpp"
#endif  // RCLCPP__EXPAND_TOPIC_OR_SERVICE_NAME_HPP_
