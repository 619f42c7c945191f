// Declared with the options of endpoints.
#ifndef RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
#define RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
#include "rclcpp/detail/endpoint_options.hpp"
#endif  // RCLCPP__QOS_OVERRIDING_OPTIONS_HPP_
