#include "rcl_action/goal_state_machine.h"

#include "ranvier/proto/action/goal_state.h"

rcl_action_goal_state_t rcl_action_transition_goal_state(rcl_action_goal_state_t state,
                                                         rcl_action_goal_event_t event) {
  using namespace ranvier::action;
  return static_cast<rcl_action_goal_state_t>(
      next_state(static_cast<GoalState>(state), static_cast<GoalEvent>(event)));
}
