#include "rcl_action/goal_state_machine.h"

namespace {

constexpr rcl_action_goal_state_t kNo = GOAL_STATE_UNKNOWN;

// Rows: the state before. Columns: execute, cancel_goal, succeed, abort, canceled.
constexpr rcl_action_goal_state_t kNext[GOAL_STATE_NUM_STATES][GOAL_EVENT_NUM_EVENTS] = {
    {kNo, kNo, kNo, kNo, kNo},
    {GOAL_STATE_EXECUTING, GOAL_STATE_CANCELING, kNo, kNo, kNo},  // accepted
    {kNo, GOAL_STATE_CANCELING, GOAL_STATE_SUCCEEDED, GOAL_STATE_ABORTED, kNo},  // executing
    {kNo, kNo, GOAL_STATE_SUCCEEDED, GOAL_STATE_ABORTED, GOAL_STATE_CANCELED},   // canceling
    {kNo, kNo, kNo, kNo, kNo},
    {kNo, kNo, kNo, kNo, kNo},
    {kNo, kNo, kNo, kNo, kNo}};

}  // namespace

rcl_action_goal_state_t rcl_action_transition_goal_state(rcl_action_goal_state_t state,
                                                         rcl_action_goal_event_t event) {
  const auto column = static_cast<unsigned>(event);
  if (state < 0 || state >= GOAL_STATE_NUM_STATES || column >= GOAL_EVENT_NUM_EVENTS) return kNo;
  return kNext[state][column];
}
