// What the library shows.
#ifndef RCLCPP_COMPONENTS__VISIBILITY_CONTROL_HPP_
#define RCLCPP_COMPONENTS__VISIBILITY_CONTROL_HPP_

#define RCLCPP_COMPONENTS_EXPORT __attribute__((visibility("default")))
#define RCLCPP_COMPONENTS_IMPORT
#define RCLCPP_COMPONENTS_PUBLIC __attribute__((visibility("default")))
#define RCLCPP_COMPONENTS_PUBLIC_TYPE
#define RCLCPP_COMPONENTS_LOCAL __attribute__((visibility("hidden")))

#endif  // RCLCPP_COMPONENTS__VISIBILITY_CONTROL_HPP_
