#include "rclcpp_action/types.hpp"

#include <algorithm>

#include "rcl_action/default_qos.h"
#include "rclcpp_action/qos.hpp"

namespace rclcpp_action
{

std::string to_string(const GoalUUID & goal_id)
{
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (size_t i = 0; i < goal_id.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) {text += '-';}
    text += kDigits[goal_id[i] >> 4];
    text += kDigits[goal_id[i] & 15];
  }
  return text;
}

void convert(const GoalUUID & goal_id, rcl_action_goal_info_t * info)
{
  std::copy(goal_id.begin(), goal_id.end(), info->goal_id.uuid);
}

void convert(const rcl_action_goal_info_t & info, GoalUUID * goal_id)
{
  std::copy(std::begin(info.goal_id.uuid), std::end(info.goal_id.uuid), goal_id->begin());
}

DefaultActionStatusQoS::DefaultActionStatusQoS()
: rclcpp::QoS(
    rclcpp::QoSInitialization::from_rmw(rcl_action_qos_profile_status_default),
    rcl_action_qos_profile_status_default) {}

}  // namespace rclcpp_action
