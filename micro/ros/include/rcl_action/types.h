/* The names of rcl_action that programs of rclc use. */
#ifndef RANVIER_MICRO_RCL_ACTION_TYPES_H
#define RANVIER_MICRO_RCL_ACTION_TYPES_H

#include <stdint.h>
#include <string.h>

enum {
  RCL_RET_ACTION_NAME_INVALID = 2000,
  RCL_RET_ACTION_GOAL_ACCEPTED = 2100,
  RCL_RET_ACTION_GOAL_REJECTED = 2101,
  RCL_RET_ACTION_CLIENT_INVALID = 2102,
  RCL_RET_ACTION_CLIENT_TAKE_FAILED = 2103,
  RCL_RET_ACTION_SERVER_INVALID = 2200,
  RCL_RET_ACTION_SERVER_TAKE_FAILED = 2201,
  RCL_RET_ACTION_GOAL_HANDLE_INVALID = 2300,
  RCL_RET_ACTION_GOAL_EVENT_INVALID = 2301
};

typedef int8_t rcl_action_goal_state_t;
enum {
  GOAL_STATE_UNKNOWN,
  GOAL_STATE_ACCEPTED,
  GOAL_STATE_EXECUTING,
  GOAL_STATE_CANCELING,
  GOAL_STATE_SUCCEEDED,
  GOAL_STATE_CANCELED,
  GOAL_STATE_ABORTED
};

typedef enum rcl_action_goal_event_t {
  GOAL_EVENT_EXECUTE,
  GOAL_EVENT_CANCEL_GOAL,
  GOAL_EVENT_SUCCEED,
  GOAL_EVENT_ABORT,
  GOAL_EVENT_CANCELED
} rcl_action_goal_event_t;

#define UUID_SIZE 16
#define uuidcmp(one, other) (memcmp((one), (other), UUID_SIZE) == 0)
#define zerouuid ((const uint8_t[UUID_SIZE]){0})
#define uuidcmpzero(id) uuidcmp((id), zerouuid)

#endif
