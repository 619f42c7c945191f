/* All of the C interface of actions. */
#ifndef RCL_ACTION__RCL_ACTION_H_
#define RCL_ACTION__RCL_ACTION_H_

#include "rcl/event.h"
#include "rcl_action/action_client.h"
#include "rcl_action/action_server.h"
#include "rcl_action/default_qos.h"
#include "rcl_action/goal_state_machine.h"
#include "rcl_action/types.h"
#include "rcutils/logging_macros.h"

#endif /* RCL_ACTION__RCL_ACTION_H_ */
