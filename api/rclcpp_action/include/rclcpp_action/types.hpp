// Names of goals.
#ifndef RCLCPP_ACTION__TYPES_HPP_
#define RCLCPP_ACTION__TYPES_HPP_

#include <array>
#include <climits>
#include <cstdint>
#include <cstring>
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>

#include "action_msgs/msg/detail/goal_info__struct.hpp"
#include "action_msgs/msg/detail/goal_status__struct.hpp"
#include "rcl_action/types.h"
#include "rclcpp_action/visibility_control.hpp"
#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_runtime_cpp/bounded_vector.hpp"
#include "rosidl_runtime_cpp/traits.hpp"

namespace rclcpp_action
{

using GoalUUID = std::array<uint8_t, UUID_SIZE>;
using GoalStatus = action_msgs::msg::GoalStatus;
using GoalInfo = action_msgs::msg::GoalInfo;

/// As RFC 4122 writes it: "00010203-0405-0607-0809-0a0b0c0d0e0f".
RCLCPP_ACTION_PUBLIC std::string to_string(const GoalUUID & goal_id);
/// Sets the id alone; the stamp stays as it is.
RCLCPP_ACTION_PUBLIC void convert(const GoalUUID & goal_id, rcl_action_goal_info_t * info);
RCLCPP_ACTION_PUBLIC void convert(const rcl_action_goal_info_t & info, GoalUUID * goal_id);

}  // namespace rclcpp_action

namespace std
{

template<>
struct less<rclcpp_action::GoalUUID>
{
  bool operator()(
    const rclcpp_action::GoalUUID & left, const rclcpp_action::GoalUUID & right) const
  {
    return left < right;
  }
};

/// The ids of clients are random: any eight bytes serve.
template<>
struct hash<rclcpp_action::GoalUUID>
{
  size_t operator()(const rclcpp_action::GoalUUID & id) const noexcept
  {
    uint64_t first, last;
    std::memcpy(&first, id.data(), sizeof(first));
    std::memcpy(&last, id.data() + sizeof(first), sizeof(last));
    return static_cast<size_t>(first ^ (last * 0x9e3779b97f4a7c15u));
  }
};

}  // namespace std
#endif  // RCLCPP_ACTION__TYPES_HPP_
