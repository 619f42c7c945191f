/* States and options of actions, as the C interfaces name them. */
#ifndef RCL_ACTION__TYPES_H_
#define RCL_ACTION__TYPES_H_

#include <stdbool.h>
#include <stdint.h>

#include "rcl/types.h"
#include "rcutils/allocator.h"
#include "rmw/types.h"
#include "rosidl_runtime_c/action_type_support_struct.h"

#define RCL_ACTION_PUBLIC __attribute__((visibility("default")))

#define RCL_RET_ACTION_NAME_INVALID 2000  ///< not an action's name
#define RCL_RET_ACTION_GOAL_ACCEPTED 2100  ///< of a response
#define RCL_RET_ACTION_GOAL_REJECTED 2101  ///< of a response
#define RCL_RET_ACTION_CLIENT_INVALID 2200  ///< null, or ended
#define RCL_RET_ACTION_CLIENT_TAKE_FAILED 2201  ///< nothing came
#define RCL_RET_ACTION_SERVER_INVALID 2300  ///< null, or ended
#define RCL_RET_ACTION_SERVER_TAKE_FAILED 2301  ///< nothing came
#define RCL_RET_ACTION_GOAL_HANDLE_INVALID 2400  ///< null, or ended
#define RCL_RET_ACTION_GOAL_EVENT_INVALID 2401  ///< not from this state

#define UUID_SIZE 16

#ifdef __cplusplus
extern "C" {
#endif

/* A goal by its id, and when the server accepted it; zeros mean "any". */
/// Which goal, and when it was accepted.
typedef struct rcl_action_goal_info_s
{
  struct { uint8_t uuid[UUID_SIZE]; } goal_id;
  struct { int32_t sec; uint32_t nanosec; } stamp;
} rcl_action_goal_info_t;

/* The numbers are those of action_msgs/msg/GoalStatus. */
typedef int8_t rcl_action_goal_state_t;  ///< The numbers of action_msgs/msg/GoalStatus.
enum
{
  GOAL_STATE_UNKNOWN = 0,
  GOAL_STATE_ACCEPTED = 1,
  GOAL_STATE_EXECUTING = 2,
  GOAL_STATE_CANCELING = 3,
  GOAL_STATE_SUCCEEDED = 4,
  GOAL_STATE_CANCELED = 5,
  GOAL_STATE_ABORTED = 6,
  GOAL_STATE_NUM_STATES = 7
};

/// What leads from one state of a goal to another.
typedef enum rcl_action_goal_event_e
{
  GOAL_EVENT_EXECUTE = 0,
  GOAL_EVENT_CANCEL_GOAL,
  GOAL_EVENT_SUCCEED,
  GOAL_EVENT_ABORT,
  GOAL_EVENT_CANCELED,
  GOAL_EVENT_NUM_EVENTS
} rcl_action_goal_event_t;

/// What an action server is made with.
typedef struct rcl_action_server_options_s
{
  rmw_qos_profile_t goal_service_qos;  ///< of "_action/send_goal"
  rmw_qos_profile_t cancel_service_qos;  ///< of "_action/cancel_goal"
  rmw_qos_profile_t result_service_qos;  ///< of "_action/get_result"
  rmw_qos_profile_t feedback_topic_qos;  ///< of "_action/feedback"
  rmw_qos_profile_t status_topic_qos;  ///< of "_action/status"
  rcutils_allocator_t allocator;
  /* How long a result is kept after its goal ended. Zero: not at all, beyond
   * those who asked before. Negative: as long as the server lives. */
  rcl_duration_t result_timeout;  ///< how long results are kept
} rcl_action_server_options_t;

/// What an action client is made with.
typedef struct rcl_action_client_options_s
{
  rmw_qos_profile_t goal_service_qos;  ///< of "_action/send_goal"
  rmw_qos_profile_t result_service_qos;  ///< of "_action/get_result"
  rmw_qos_profile_t cancel_service_qos;  ///< of "_action/cancel_goal"
  rmw_qos_profile_t feedback_topic_qos;  ///< of "_action/feedback"
  rmw_qos_profile_t status_topic_qos;  ///< of "_action/status"
  rcutils_allocator_t allocator;
} rcl_action_client_options_t;

#ifdef __cplusplus
}
#endif
#endif /* RCL_ACTION__TYPES_H_ */
