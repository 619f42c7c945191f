// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__WAIT_RESULT_HPP_
#define RCLCPP__WAIT_RESULT_HPP_
#include "rclcpp/wait_set.hpp"
#include "rclcpp/wait_set_template.hpp"
#endif  // RCLCPP__WAIT_RESULT_HPP_
