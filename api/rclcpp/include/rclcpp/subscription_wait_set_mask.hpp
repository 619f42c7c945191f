// Declared with what it belongs to.
#ifndef RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_
#define RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_
#include "rclcpp/wait_set_template.hpp"
#endif  // RCLCPP__SUBSCRIPTION_WAIT_SET_MASK_HPP_
