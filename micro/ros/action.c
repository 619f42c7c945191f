/* What action clients and servers have in common: their goals, and their names. */
#include "action.h"

#include <string.h>

static rclc_action_goal_handle_t pool[RCLC_MAX_GOAL_HANDLES];
static size_t pool_used;

rclc_action_goal_handle_t* micro_new_goals(size_t count) {
  if (count == 0 || count > RCLC_MAX_GOAL_HANDLES - pool_used) {
    micro_error(RCL_RET_BAD_ALLOC, "no goals, or too many of them: raise RCLC_MAX_GOAL_HANDLES");
    return NULL;
  }
  rclc_action_goal_handle_t* goals = pool + pool_used;
  pool_used += count;
  memset(goals, 0, count * sizeof(*goals));
  for (size_t i = 0; i + 1 < count; ++i) goals[i].next = &goals[i + 1];
  return goals;
}

void micro_give_goals_back(rclc_action_goal_handle_t* goals) {
  const rclc_action_goal_handle_t* last = goals;
  while (last != NULL && last->next != NULL) last = last->next;
  if (last != NULL && last + 1 == pool + pool_used) pool_used = (size_t)(goals - pool);
}

rclc_action_goal_handle_t* micro_free_goal(rclc_action_goal_handle_t* goals) {
  while (goals != NULL && goals->stage != MICRO_GOAL_FREE) goals = goals->next;
  return goals;
}

rclc_action_goal_handle_t* micro_find_goal(rclc_action_goal_handle_t* goals, const uint8_t* id) {
  while (goals != NULL && (goals->stage == MICRO_GOAL_FREE || !uuidcmp(goals->goal_id.uuid, id))) {
    goals = goals->next;
  }
  return goals;
}

void micro_forget_goal(rclc_action_goal_handle_t* goal) {
  goal->stage = MICRO_GOAL_FREE;
  goal->status = GOAL_STATE_UNKNOWN;
  goal->goal_accepted = false;
  goal->goal_cancelled = false;
  goal->asked = false;
  goal->due = 0;
  goal->request = 0;
  goal->result_request = 0;
  goal->cancel_request = 0;
}

/* One endpoint of an action: "<name>/_action/<part>". */
static rcl_ret_t open_part(rcl_endpoint_t* of, const rcl_node_t* node, uint8_t kind,
                           const void* type, const char* dds_name, const char* name,
                           const char* part, const rmw_qos_profile_t* qos) {
  static const char between[] = "/_action/";
  char full[RMW_UXRCE_TOPIC_NAME_MAX_LENGTH];
  const size_t size = strlen(name), more = strlen(part);
  if (size + sizeof(between) + more > sizeof(full)) {
    return micro_error(RCL_RET_ACTION_NAME_INVALID,
                       "the name is too long: raise RMW_UXRCE_TOPIC_NAME_MAX_LENGTH");
  }
  memcpy(full, name, size);
  memcpy(full + size, between, sizeof(between));
  memcpy(full + size + sizeof(between) - 1, part, more + 1);
  return micro_open_endpoint(of, node, kind, type, dds_name, full, qos);
}

rcl_ret_t micro_open_action(rcl_endpoint_t* services, rcl_endpoint_t* feedback,
                            rcl_endpoint_t* status, const rcl_node_t* node, uint8_t kind,
                            const micro_action* type, const char* name) {
  static const char* const parts[] = {"send_goal", "cancel_goal", "get_result"};
  const void* const types[] = {type->send_goal, NULL, type->get_result};
  const char* const dds[] = {type->send_goal->dds_name, "action_msgs::srv::dds_::CancelGoal_",
                             type->get_result->dds_name};
  rcl_ret_t ret = name[0] != 0 ? RCL_RET_OK : RCL_RET_ACTION_NAME_INVALID;
  for (int i = 0; i < MICRO_ACTION_SERVICES && ret == RCL_RET_OK; ++i) {
    ret = open_part(&services[i], node, kind, types[i], dds[i], name, parts[i],
                    &rmw_qos_profile_services_default);
  }
  const uint8_t end = kind == XRCE_REPLIER ? XRCE_DATA_WRITER : XRCE_DATA_READER;
  if (ret == RCL_RET_OK) {
    ret = open_part(feedback, node, end, type->feedback, type->feedback->dds_name, name, "feedback",
                    &rmw_qos_profile_default);
  }
  if (ret != RCL_RET_OK || status == NULL) return ret;
  rmw_qos_profile_t qos = rmw_qos_profile_default; /* who comes late is sent the last status */
  qos.depth = 1;
  qos.durability = RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL;
  return open_part(status, node, end, NULL, "action_msgs::msg::dds_::GoalStatusArray_", name,
                   "status", &qos);
}
