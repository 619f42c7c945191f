/* A managed node: others take it from state to state by services. */
#ifndef RANVIER_MICRO_RCLC_LIFECYCLE_H
#define RANVIER_MICRO_RCLC_LIFECYCLE_H

#include <lifecycle_msgs/msg/state.h>
#include <lifecycle_msgs/msg/transition.h>
#include <lifecycle_msgs/msg/transition_description.h>
#include <lifecycle_msgs/msg/transition_event.h>
#include <lifecycle_msgs/srv/change_state.h>
#include <lifecycle_msgs/srv/get_available_states.h>
#include <lifecycle_msgs/srv/get_available_transitions.h>
#include <lifecycle_msgs/srv/get_state.h>

#include "rcl_lifecycle/rcl_lifecycle.h"
#include "rclc/executor.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCLC_LIFECYCLE_MAX_NUMBER_OF_STATES 100
/* Of a label in a request, with its zero; a longer one is no request. */
#ifndef RCLC_LIFECYCLE_MAX_STRING_LENGTH
#define RCLC_LIFECYCLE_MAX_STRING_LENGTH 32
#endif

/* Of the transitions that a program is asked about: up to TRANSITION_ACTIVE_SHUTDOWN. */
enum { MICRO_LIFECYCLE_CALLBACKS = 8 };
typedef struct rclc_lifecycle_callback_map_t {
  int (*fun_ptrs[MICRO_LIFECYCLE_CALLBACKS])(void); /* by id; null: success */
} rclc_lifecycle_callback_map_t;

typedef struct rclc_lifecycle_node_t {
  rcl_node_t* node;
  rcl_lifecycle_state_machine_t* state_machine;
  rclc_lifecycle_callback_map_t callbacks;
  bool publish_transitions;
  lifecycle_msgs__srv__ChangeState_Request cs_req;
  lifecycle_msgs__srv__ChangeState_Response cs_res;
  lifecycle_msgs__srv__GetState_Request gs_req;
  lifecycle_msgs__srv__GetState_Response gs_res;
  lifecycle_msgs__srv__GetAvailableStates_Request gas_req;
  lifecycle_msgs__srv__GetAvailableStates_Response gas_res;
  char label[RCLC_LIFECYCLE_MAX_STRING_LENGTH]; /* of a request */
} rclc_lifecycle_node_t;

typedef struct rclc_lifecycle_service_context_t {
  rclc_lifecycle_node_t* lifecycle_node;
} rclc_lifecycle_service_context_t;

/* @param services  whether others may ask, and are notified of transitions. */
rcl_ret_t rclc_make_node_a_lifecycle_node(rclc_lifecycle_node_t* lifecycle_node, rcl_node_t* node,
                                          rcl_lifecycle_state_machine_t* state_machine,
                                          rcl_allocator_t* allocator, bool services);
rcl_ret_t rclc_lifecycle_node_fini(rclc_lifecycle_node_t* node, rcl_allocator_t* allocator);
/* The same; the name of older releases. */
rcl_ret_t rcl_lifecycle_node_fini(rclc_lifecycle_node_t* node, rcl_allocator_t* allocator);

/* A callback returns RCL_RET_OK, or a number of lifecycle_msgs/msg/Transition:
 * TRANSITION_CALLBACK_SUCCESS, _FAILURE or _ERROR. Others are a failure. */
rcl_ret_t rclc_lifecycle_register_callback(rclc_lifecycle_node_t* node, unsigned int transition,
                                           int (*callback)(void));
rcl_ret_t rclc_lifecycle_register_on_configure(rclc_lifecycle_node_t* node, int (*callback)(void));
rcl_ret_t rclc_lifecycle_register_on_activate(rclc_lifecycle_node_t* node, int (*callback)(void));
rcl_ret_t rclc_lifecycle_register_on_deactivate(rclc_lifecycle_node_t* node, int (*callback)(void));
rcl_ret_t rclc_lifecycle_register_on_cleanup(rclc_lifecycle_node_t* node, int (*callback)(void));
int rclc_lifecycle_execute_callback(rclc_lifecycle_node_t* node, unsigned int transition);
/* Takes the transition and what follows of its callback. @return RCL_RET_ERROR: it does not lead
 * out of the current state. */
rcl_ret_t rclc_lifecycle_change_state(rclc_lifecycle_node_t* node, unsigned int transition,
                                      bool publish);

/* Each takes one handle of the executor. */
rcl_ret_t rclc_lifecycle_init_get_state_server(rclc_lifecycle_service_context_t* context,
                                               rclc_executor_t* executor);
rcl_ret_t rclc_lifecycle_init_get_available_states_server(rclc_lifecycle_service_context_t* context,
                                                          rclc_executor_t* executor);
rcl_ret_t rclc_lifecycle_init_change_state_server(rclc_lifecycle_service_context_t* context,
                                                  rclc_executor_t* executor);
void rclc_lifecycle_get_state_callback(const void* request, void* response, void* context);
void rclc_lifecycle_get_available_states_callback(const void* request, void* response,
                                                  void* context);
void rclc_lifecycle_change_state_callback(const void* request, void* response, void* context);

#ifdef __cplusplus
}
#endif
#endif
