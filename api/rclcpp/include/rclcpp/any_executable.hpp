// Declared with what it belongs to; brings what users of this name lean on.
#ifndef RCLCPP__ANY_EXECUTABLE_HPP_
#define RCLCPP__ANY_EXECUTABLE_HPP_
#include "rclcpp/client.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/service.hpp"
#include "rclcpp/subscription.hpp"
#include "rclcpp/timer.hpp"
#include "rclcpp/waitable.hpp"
#endif  // RCLCPP__ANY_EXECUTABLE_HPP_
