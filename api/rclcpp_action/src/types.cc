#include "rclcpp_action/types.hpp"

#include <algorithm>

#include "ranvier/proto/action/goal.h"
#include "rcl_action/default_qos.h"
#include "rclcpp_action/qos.hpp"

namespace rclcpp_action
{

std::string to_string(const GoalUUID & goal_id) {return ranvier::action::to_string(goal_id);}

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
