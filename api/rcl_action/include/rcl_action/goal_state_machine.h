/* Which event leads a goal of a server from which state to which. */
#ifndef RCL_ACTION__GOAL_STATE_MACHINE_H_
#define RCL_ACTION__GOAL_STATE_MACHINE_H_

#include "rcl_action/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The state after `event`, or GOAL_STATE_UNKNOWN if it may not happen in
 * `state` or either is none. Contract: any thread. */
RCL_ACTION_PUBLIC rcl_action_goal_state_t rcl_action_transition_goal_state(
  rcl_action_goal_state_t state, rcl_action_goal_event_t event);

#ifdef __cplusplus
}
#endif
#endif /* RCL_ACTION__GOAL_STATE_MACHINE_H_ */
