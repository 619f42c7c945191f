// Whether publishers and subscriptions can be made of a type.
#ifndef RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_
#define RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_

#include "rclcpp/detail/delivery.hpp"
#include "rosidl_runtime_cpp/traits.hpp"

namespace rclcpp
{

/// True for a ROS message, and for a type with an adapter to one.
template<typename T>
struct is_ros_compatible_type
{
  static constexpr bool value =
    rosidl_generator_traits::is_message<T>::value || TypeAdapter<T>::is_specialized::value;
};

}  // namespace rclcpp
#endif  // RCLCPP__IS_ROS_COMPATIBLE_TYPE_HPP_
