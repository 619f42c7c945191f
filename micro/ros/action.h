/* What the sources of actions share. */
#ifndef RANVIER_MICRO_ROS_ACTION_H
#define RANVIER_MICRO_ROS_ACTION_H

#include "codec.h"
#include "rclc/action_client.h"
#include "rclc/action_server.h"
#include "rclc/executor.h"
#include "rmw.h"

/* Gives a client or server `count` goals, linked; null if there are not so many. */
rclc_action_goal_handle_t* micro_new_goals(size_t count);
/* They are free for others, if they were the last ones. */
void micro_give_goals_back(rclc_action_goal_handle_t* goals);
rclc_action_goal_handle_t* micro_free_goal(rclc_action_goal_handle_t* goals);
/* The known goal with that id; null: there is none. */
rclc_action_goal_handle_t* micro_find_goal(rclc_action_goal_handle_t* goals, const uint8_t* id);
void micro_forget_goal(rclc_action_goal_handle_t* goal);

/* Opens the three services of an action; `kind` is XRCE_REPLIER or XRCE_REQUESTER. The last two
 * endpoints are its topics, the second of which a client has not (null). */
rcl_ret_t micro_open_action(rcl_endpoint_t* services, rcl_endpoint_t* feedback,
                            rcl_endpoint_t* status, const rcl_node_t* node, uint8_t kind,
                            const micro_action* type, const char* name);

#endif
