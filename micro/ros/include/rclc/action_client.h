/* The client of an action. Answers come to it while the executor spins. */
#ifndef RANVIER_MICRO_RCLC_ACTION_CLIENT_H
#define RANVIER_MICRO_RCLC_ACTION_CLIENT_H

#include "rclc/action_goal_handle.h"
#include "rclc/action_server.h"
#include "rclc/rclc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A goal that was not accepted has no handle after this call. */
typedef void (*rclc_action_client_goal_callback_t)(rclc_action_goal_handle_t* goal, bool accepted,
                                                   void* context);
/* `feedback` is the whole ..._FeedbackMessage. */
typedef void (*rclc_action_client_feedback_callback_t)(rclc_action_goal_handle_t* goal,
                                                       void* feedback, void* context);
/* `response` is the whole ..._GetResult_Response. The handle is free after this call. */
typedef void (*rclc_action_client_result_callback_t)(rclc_action_goal_handle_t* goal,
                                                     void* response, void* context);
typedef void (*rclc_action_client_cancel_callback_t)(rclc_action_goal_handle_t* goal,
                                                     bool cancelled, void* context);

typedef struct rclc_action_client_t {
  rcl_endpoint_t services[MICRO_ACTION_SERVICES];
  rcl_endpoint_t feedback;
  const void* type;                 /* micro_action */
  rclc_action_goal_handle_t* goals; /* null: it is in no executor yet */
  void* ros_feedback;
  void* ros_result_response;
  rclc_action_goal_handle_t* of_feedback; /* whose feedback lies there; null: it is free */
  rclc_action_goal_handle_t* of_result;
  rclc_action_client_goal_callback_t on_goal;
  rclc_action_client_feedback_callback_t on_feedback;
  rclc_action_client_result_callback_t on_result;
  rclc_action_client_cancel_callback_t on_cancel;
  void* context;
} rclc_action_client_t;

rcl_ret_t rclc_action_client_init_default(rclc_action_client_t* client, rcl_node_t* node,
                                          const rosidl_action_type_support_t* type,
                                          const char* name);
/* @param request  the whole ..._SendGoal_Request; its goal_id is filled in. It stays until the
 *   goal was answered.
 * @param goal  may be null. */
rcl_ret_t rclc_action_send_goal_request(rclc_action_client_t* client, void* request,
                                        rclc_action_goal_handle_t** goal);
rcl_ret_t rclc_action_send_cancel_request(rclc_action_goal_handle_t* goal);
rcl_ret_t rclc_action_client_fini(rclc_action_client_t* client, rcl_node_t* node);

#ifdef __cplusplus
}
#endif
#endif
