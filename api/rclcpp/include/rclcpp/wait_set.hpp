// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__WAIT_SET_HPP_
#define RCLCPP__WAIT_SET_HPP_
#include "rclcpp/client.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/wait_set_template.hpp"
#endif  // RCLCPP__WAIT_SET_HPP_
