/* Options of an action server. */
#ifndef RCL_ACTION__ACTION_SERVER_H_
#define RCL_ACTION__ACTION_SERVER_H_

#include "rcl_action/goal_state_machine.h"
#include "rcl_action/types.h"

#ifdef __cplusplus
extern "C" {
#endif

RCL_ACTION_PUBLIC rcl_action_server_options_t rcl_action_server_get_default_options(void);

#ifdef __cplusplus
}
#endif
#endif /* RCL_ACTION__ACTION_SERVER_H_ */
