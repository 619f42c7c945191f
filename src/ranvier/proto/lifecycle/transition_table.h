// Which states a managed node has and which transition leads where: the table
// of ROS 2, and nothing of what a node does. Ids: lifecycle_msgs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace ranvier::lifecycle {

struct StateRow {
  std::uint8_t id;
  const char* label;
};

/// A transition from a state to another.
struct Step {
  std::uint8_t id;
  const char* label;
  std::uint8_t start;
  std::uint8_t goal;
};

/// In the order in which the services tell them.
std::span<const StateRow> all_states();
std::span<const Step> all_steps();

/// "unknown" for an id that no state has.
const char* label_of_state(std::uint8_t id);
/// Whether a node stays in the state until somebody triggers a transition.
bool is_primary(std::uint8_t state);

std::vector<const Step*> steps_from(std::uint8_t state);
/// Null if the state has none of this id or label.
const Step* step_from(std::uint8_t state, std::uint8_t id);
const Step* step_from(std::uint8_t state, std::string_view label);

}  // namespace ranvier::lifecycle
