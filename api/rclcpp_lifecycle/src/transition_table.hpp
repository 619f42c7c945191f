// Which states a managed node has and which transition leads where: the table
// of ROS 2, and nothing of what a node does. Ids: lifecycle_msgs.
#ifndef TRANSITION_TABLE_HPP_
#define TRANSITION_TABLE_HPP_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace rclcpp_lifecycle
{

struct StateRow
{
  uint8_t id;
  const char * label;
};

/// A transition from a state to another.
struct Step
{
  uint8_t id;
  const char * label;
  uint8_t start;
  uint8_t goal;
};

/// In the order in which the services tell them.
std::span<const StateRow> all_states();
std::span<const Step> all_steps();

/// "unknown" for an id that no state has.
const char * label_of_state(uint8_t id);
/// Whether a node stays in the state until somebody triggers a transition.
bool is_primary(uint8_t state);

std::vector<const Step *> steps_from(uint8_t state);
/// Null if the state has none of this id or label.
const Step * step_from(uint8_t state, uint8_t id);
const Step * step_from(uint8_t state, std::string_view label);

}  // namespace rclcpp_lifecycle
#endif  // TRANSITION_TABLE_HPP_
