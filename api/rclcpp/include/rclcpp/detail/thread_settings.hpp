// Settings of threads that serve no callback group.
#ifndef RCLCPP__DETAIL__THREAD_SETTINGS_HPP_
#define RCLCPP__DETAIL__THREAD_SETTINGS_HPP_

#include <string>

#include "rclcpp/macros.hpp"

namespace rclcpp::detail
{

/// Gives the calling thread its name, and what the file of RANVIER_EXECUTOR_POLICY has for it
/// under non_ros_threads. What cannot be given is a line of the log. The runtime's own.
RCLCPP_PUBLIC void settle_this_thread(const std::string & name);

}  // namespace rclcpp::detail

#endif  // RCLCPP__DETAIL__THREAD_SETTINGS_HPP_
