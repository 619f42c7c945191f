/* A goal, of a client or of a server. */
#ifndef RANVIER_MICRO_RCLC_ACTION_GOAL_HANDLE_H
#define RANVIER_MICRO_RCLC_ACTION_GOAL_HANDLE_H

#include <unique_identifier_msgs/msg/uuid.h>

#include "rcl/rcl.h"
#include "rcl_action/types.h"
#include "rosidl_runtime_c/action_type_support_struct.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Goals of all action clients and servers together. */
#ifndef RCLC_MAX_GOAL_HANDLES
#define RCLC_MAX_GOAL_HANDLES 16
#endif

/* The result is not sent: its client has not asked for it yet. Call again. */
#define RCLC_RET_ACTION_WAIT_RESULT_REQUEST 2104

struct rclc_action_client_t;
struct rclc_action_server_t;

enum { MICRO_GOAL_FREE, MICRO_GOAL_ASKED, MICRO_GOAL_KNOWN };

/* It is the program's from the goal's callback on, until its result was sent or known. */
typedef struct rclc_action_goal_handle_t {
  struct rclc_action_goal_handle_t* next; /* of the same client or server */
  union {
    struct rclc_action_client_t* action_client;
    struct rclc_action_server_t* action_server;
  };
  unique_identifier_msgs__msg__UUID goal_id;
  void* ros_goal_request; /* the whole ..._SendGoal_Request */
  rcl_action_goal_state_t status;
  bool goal_accepted;
  bool goal_cancelled;
  uint8_t stage;    /* MICRO_GOAL_... */
  uint8_t due;      /* of a client: callbacks of answers that are still due, as bits */
  uint8_t login;    /* of a client: the session in which it asked for the result */
  bool asked;       /* of a server: `head` is of the request for the result */
  uint16_t request; /* of a client: the numbers of its requests; 0: none */
  uint16_t result_request;
  uint16_t cancel_request;
  int32_t accepted_s; /* of a server: the agent's time, where that is known */
  uint32_t accepted_ns;
  uint8_t head[XRCE_REQUEST_HEAD]; /* of a server: what the answer begins with */
} rclc_action_goal_handle_t;

#ifdef __cplusplus
}
#endif
#endif
