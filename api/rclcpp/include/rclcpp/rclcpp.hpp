// The client library in one include.
#ifndef RCLCPP__RCLCPP_HPP_
#define RCLCPP__RCLCPP_HPP_

#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "rclcpp/detail/remote_parameters.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/node.hpp"
#include "rclcpp/rate.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/utilities.hpp"
#include "rclcpp/wait_set_template.hpp"

#endif  // RCLCPP__RCLCPP_HPP_
