// What the library shows of itself.
#ifndef RCLCPP_LIFECYCLE__VISIBILITY_CONTROL_H_
#define RCLCPP_LIFECYCLE__VISIBILITY_CONTROL_H_

#define RCLCPP_LIFECYCLE_EXPORT __attribute__((visibility("default")))
#define RCLCPP_LIFECYCLE_IMPORT
#define RCLCPP_LIFECYCLE_PUBLIC __attribute__((visibility("default")))
#define RCLCPP_LIFECYCLE_PUBLIC_TYPE
#define RCLCPP_LIFECYCLE_LOCAL __attribute__((visibility("hidden")))

#endif  // RCLCPP_LIFECYCLE__VISIBILITY_CONTROL_H_
