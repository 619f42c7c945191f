// Which names leave the library.
#ifndef RCLCPP_ACTION__VISIBILITY_CONTROL_HPP_
#define RCLCPP_ACTION__VISIBILITY_CONTROL_HPP_

#define RCLCPP_ACTION_EXPORT __attribute__((visibility("default")))
#define RCLCPP_ACTION_IMPORT
#define RCLCPP_ACTION_PUBLIC __attribute__((visibility("default")))
#define RCLCPP_ACTION_PUBLIC_TYPE
#define RCLCPP_ACTION_LOCAL __attribute__((visibility("hidden")))

#endif  // RCLCPP_ACTION__VISIBILITY_CONTROL_HPP_
