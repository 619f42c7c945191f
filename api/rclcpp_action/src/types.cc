#include "rclcpp_action/types.hpp"

#include <algorithm>
#include <stdexcept>

#include "ranvier/proto/action/goal.h"
#include "rcl_action/default_qos.h"
#include "rclcpp_action/qos.hpp"

namespace rclcpp_action
{

std::string to_string(const GoalUUID & goal_id) {return ranvier::action::to_string(goal_id);}

void convert(const GoalUUID & goal_id, rcl_action_goal_info_t * info)
{
  if (!info) {throw std::invalid_argument("a goal's id cannot be converted: info is null");}
  std::copy(goal_id.begin(), goal_id.end(), info->goal_id.uuid);
}

void convert(const rcl_action_goal_info_t & info, GoalUUID * goal_id)
{
  if (!goal_id) {throw std::invalid_argument("a goal's id cannot be converted: goal_id is null");}
  std::copy(std::begin(info.goal_id.uuid), std::end(info.goal_id.uuid), goal_id->begin());
}

DefaultActionStatusQoS::DefaultActionStatusQoS()
: rclcpp::QoS(
    rclcpp::QoSInitialization::from_rmw(rcl_action_qos_profile_status_default),
    rcl_action_qos_profile_status_default) {}

}  // namespace rclcpp_action
