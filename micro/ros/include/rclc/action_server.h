/* The server of an action. Goals come to it while the executor spins. */
#ifndef RANVIER_MICRO_RCLC_ACTION_SERVER_H
#define RANVIER_MICRO_RCLC_ACTION_SERVER_H

#include "rclc/action_goal_handle.h"
#include "rclc/rclc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* @return RCL_RET_ACTION_GOAL_ACCEPTED, or RCL_RET_ACTION_GOAL_REJECTED. */
typedef rcl_ret_t (*rclc_action_server_handle_goal_callback_t)(rclc_action_goal_handle_t* goal,
                                                               void* context);
/* @return whether the goal is to be cancelled; the program ends it then, as
 * GOAL_STATE_CANCELED. */
typedef bool (*rclc_action_server_handle_cancel_callback_t)(rclc_action_goal_handle_t* goal,
                                                            void* context);

enum { MICRO_SEND_GOAL, MICRO_CANCEL_GOAL, MICRO_GET_RESULT, MICRO_ACTION_SERVICES };

typedef struct rclc_action_server_t {
  rcl_endpoint_t services[MICRO_ACTION_SERVICES];
  rcl_endpoint_t feedback;
  rcl_endpoint_t status;
  const void* type;                 /* micro_action */
  rclc_action_goal_handle_t* goals; /* null: it is in no executor yet */
  rclc_action_server_handle_goal_callback_t on_goal;
  rclc_action_server_handle_cancel_callback_t on_cancel;
  void* context;
  bool rejects; /* a goal found no free handle: its client is to get a refusal */
  bool cancels; /* a request to cancel is to be answered */
  bool denies;  /* a request for the result of an unknown goal is to be answered */
  uint8_t rejected[XRCE_REQUEST_HEAD];
  uint8_t canceled[XRCE_REQUEST_HEAD];
  uint8_t denied[XRCE_REQUEST_HEAD];
  uint8_t cancel_id[UUID_SIZE];
  int32_t cancel_s;
  uint32_t cancel_ns;
} rclc_action_server_t;

rcl_ret_t rclc_action_server_init_default(rclc_action_server_t* server, rcl_node_t* node,
                                          rclc_support_t* support,
                                          const rosidl_action_type_support_t* type,
                                          const char* name);
/* @param feedback  the whole ..._FeedbackMessage; its goal_id is filled in. */
rcl_ret_t rclc_action_publish_feedback(rclc_action_goal_handle_t* goal, void* feedback);
/* Ends a goal, and sends its result to the client that asked for it.
 * @param response  the whole ..._GetResult_Response; its status is filled in.
 * @return RCL_RET_OK: sent, and the handle is free. RCLC_RET_ACTION_WAIT_RESULT_REQUEST: the
 *   goal has ended; call again with the same state. */
rcl_ret_t rclc_action_send_result(rclc_action_goal_handle_t* goal, rcl_action_goal_state_t state,
                                  void* response);
rcl_ret_t rclc_action_server_fini(rclc_action_server_t* server, rcl_node_t* node);

#ifdef __cplusplus
}
#endif
#endif
