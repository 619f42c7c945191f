/* Managed nodes of rclc: callbacks and services. */
#include <string.h>

#include "lifecycle.h"

#define TRANSITION(name) lifecycle_msgs__msg__Transition__TRANSITION_##name

rcl_ret_t rclc_make_node_a_lifecycle_node(rclc_lifecycle_node_t* lifecycle_node, rcl_node_t* node,
                                          rcl_lifecycle_state_machine_t* state_machine,
                                          rcl_allocator_t* allocator, bool services) {
  (void)allocator;
  memset(lifecycle_node, 0, sizeof(*lifecycle_node));
  *state_machine = rcl_lifecycle_get_zero_initialized_state_machine();
  lifecycle_node->node = node;
  lifecycle_node->state_machine = state_machine;
  lifecycle_node->publish_transitions = services;
  lifecycle_node->cs_req.transition.label.data = lifecycle_node->label;
  lifecycle_node->cs_req.transition.label.capacity = sizeof(lifecycle_node->label);
  state_machine->options.enable_com_interface = services;
  micro_lifecycle_start(state_machine);
  if (!services) return RCL_RET_OK;
  return rclc_publisher_init_default(
      &state_machine->com_interface.pub_transition_event, node,
      ROSIDL_GET_MSG_TYPE_SUPPORT(lifecycle_msgs, msg, TransitionEvent), "~/transition_event");
}

rcl_ret_t rclc_lifecycle_node_fini(rclc_lifecycle_node_t* node, rcl_allocator_t* allocator) {
  (void)allocator;
  rcl_lifecycle_state_machine_fini(node->state_machine, node->node);
  return rcl_node_fini(node->node);
}
rcl_ret_t rcl_lifecycle_node_fini(rclc_lifecycle_node_t* node, rcl_allocator_t* allocator) {
  return rclc_lifecycle_node_fini(node, allocator);
}

rcl_ret_t rclc_lifecycle_register_callback(rclc_lifecycle_node_t* node, unsigned int transition,
                                           int (*callback)(void)) {
  if (transition >= MICRO_LIFECYCLE_CALLBACKS) {
    return micro_error(RCL_RET_INVALID_ARGUMENT, "that transition has no callback");
  }
  node->callbacks.fun_ptrs[transition] = callback;
  return RCL_RET_OK;
}
rcl_ret_t rclc_lifecycle_register_on_configure(rclc_lifecycle_node_t* node, int (*callback)(void)) {
  return rclc_lifecycle_register_callback(node, TRANSITION(CONFIGURE), callback);
}
rcl_ret_t rclc_lifecycle_register_on_activate(rclc_lifecycle_node_t* node, int (*callback)(void)) {
  return rclc_lifecycle_register_callback(node, TRANSITION(ACTIVATE), callback);
}
rcl_ret_t rclc_lifecycle_register_on_deactivate(rclc_lifecycle_node_t* node,
                                                int (*callback)(void)) {
  return rclc_lifecycle_register_callback(node, TRANSITION(DEACTIVATE), callback);
}
rcl_ret_t rclc_lifecycle_register_on_cleanup(rclc_lifecycle_node_t* node, int (*callback)(void)) {
  return rclc_lifecycle_register_callback(node, TRANSITION(CLEANUP), callback);
}

int rclc_lifecycle_execute_callback(rclc_lifecycle_node_t* node, unsigned int transition) {
  if (transition >= MICRO_LIFECYCLE_CALLBACKS) return RCL_RET_OK;
  int (*const callback)(void) = node->callbacks.fun_ptrs[transition];
  return callback != NULL ? callback() : RCL_RET_OK;
}

static const char* outcome_of(int returned) {
  if (returned == RCL_RET_OK || returned == TRANSITION(CALLBACK_SUCCESS)) {
    return "transition_success";
  }
  return returned == TRANSITION(CALLBACK_ERROR) ? "transition_error" : "transition_failure";
}

/* An error is processed at once: there is no callback for that. */
static rcl_ret_t change(rclc_lifecycle_node_t* node, unsigned int transition, bool publish,
                        bool* succeeded) {
  rcl_lifecycle_state_machine_t* machine = node->state_machine;
  *succeeded = false;
  rcl_ret_t ret =
      transition >= MICRO_LIFECYCLE_CALLBACKS
          ? micro_error(RCL_RET_ERROR, "that transition follows of a callback alone")
          : rcl_lifecycle_trigger_transition_by_id(machine, (uint8_t)transition, publish);
  if (ret != RCL_RET_OK) return ret;
  const char* outcome = outcome_of(rclc_lifecycle_execute_callback(node, transition));
  ret = rcl_lifecycle_trigger_transition_by_label(machine, outcome, publish);
  *succeeded = strcmp(outcome, "transition_success") == 0;
  if (machine->current_state->id == lifecycle_msgs__msg__State__TRANSITION_STATE_ERRORPROCESSING) {
    ret = rcl_lifecycle_trigger_transition_by_label(machine, "transition_success", publish);
  }
  return ret;
}
rcl_ret_t rclc_lifecycle_change_state(rclc_lifecycle_node_t* node, unsigned int transition,
                                      bool publish) {
  bool succeeded;
  return change(node, transition, publish, &succeeded);
}

void rclc_lifecycle_get_state_callback(const void* request, void* response, void* context) {
  const rclc_lifecycle_node_t* node = ((rclc_lifecycle_service_context_t*)context)->lifecycle_node;
  (void)request;
  micro_show_state(node->state_machine->current_state,
                   &((lifecycle_msgs__srv__GetState_Response*)response)->current_state);
}

void rclc_lifecycle_get_available_states_callback(const void* request, void* response,
                                                  void* context) {
  enum { MOST = 16 };
  static lifecycle_msgs__msg__State shown[MOST];
  const rclc_lifecycle_node_t* node = ((rclc_lifecycle_service_context_t*)context)->lifecycle_node;
  const rcl_lifecycle_transition_map_t* map = &node->state_machine->transition_map;
  lifecycle_msgs__msg__State__Sequence* to =
      &((lifecycle_msgs__srv__GetAvailableStates_Response*)response)->available_states;
  (void)request;
  to->data = shown;
  to->capacity = MOST;
  to->size = 0;
  for (; to->size < map->states_size && to->size < MOST; ++to->size) {
    micro_show_state(&map->states[to->size], &shown[to->size]);
  }
}

/* Some tools name a transition by its label, others by its number. */
static unsigned int asked_for(const rclc_lifecycle_node_t* node,
                              const lifecycle_msgs__msg__Transition* asked) {
  const rcl_lifecycle_state_t* from = node->state_machine->current_state;
  for (unsigned int i = 0; asked->label.size != 0 && i < from->valid_transition_size; ++i) {
    if (strcmp(asked->label.data, from->valid_transitions[i].label) == 0) {
      return from->valid_transitions[i].id;
    }
  }
  return asked->id;
}

void rclc_lifecycle_change_state_callback(const void* request, void* response, void* context) {
  rclc_lifecycle_node_t* node = ((rclc_lifecycle_service_context_t*)context)->lifecycle_node;
  const lifecycle_msgs__srv__ChangeState_Request* asked =
      (const lifecycle_msgs__srv__ChangeState_Request*)request;
  change(node, asked_for(node, &asked->transition), node->publish_transitions,
         &((lifecycle_msgs__srv__ChangeState_Response*)response)->success);
}

/* Opens a service when somebody is there to answer. */
static rcl_ret_t serve(rclc_lifecycle_service_context_t* context, rclc_executor_t* executor,
                       rcl_service_t* service, const rosidl_service_type_support_t* type,
                       const char* name, void* request, void* response,
                       rclc_service_callback_with_context_t callback) {
  rclc_lifecycle_node_t* node = context->lifecycle_node;
  if (!node->state_machine->options.enable_com_interface) {
    return micro_error(RCL_RET_ERROR,
                       "rclc_make_node_a_lifecycle_node() was called without services");
  }
  const rcl_ret_t ret = rclc_service_init_default(service, node->node, type, name);
  if (ret != RCL_RET_OK) return ret;
  return rclc_executor_add_service_with_context(executor, service, request, response, callback,
                                                context);
}
rcl_ret_t rclc_lifecycle_init_get_state_server(rclc_lifecycle_service_context_t* context,
                                               rclc_executor_t* executor) {
  rclc_lifecycle_node_t* node = context->lifecycle_node;
  return serve(context, executor, &node->state_machine->com_interface.srv_get_state,
               ROSIDL_GET_SRV_TYPE_SUPPORT(lifecycle_msgs, srv, GetState), "~/get_state",
               &node->gs_req, &node->gs_res, rclc_lifecycle_get_state_callback);
}
rcl_ret_t rclc_lifecycle_init_get_available_states_server(rclc_lifecycle_service_context_t* context,
                                                          rclc_executor_t* executor) {
  rclc_lifecycle_node_t* node = context->lifecycle_node;
  return serve(context, executor, &node->state_machine->com_interface.srv_get_available_states,
               ROSIDL_GET_SRV_TYPE_SUPPORT(lifecycle_msgs, srv, GetAvailableStates),
               "~/get_available_states", &node->gas_req, &node->gas_res,
               rclc_lifecycle_get_available_states_callback);
}
rcl_ret_t rclc_lifecycle_init_change_state_server(rclc_lifecycle_service_context_t* context,
                                                  rclc_executor_t* executor) {
  rclc_lifecycle_node_t* node = context->lifecycle_node;
  return serve(context, executor, &node->state_machine->com_interface.srv_change_state,
               ROSIDL_GET_SRV_TYPE_SUPPORT(lifecycle_msgs, srv, ChangeState), "~/change_state",
               &node->cs_req, &node->cs_res, rclc_lifecycle_change_state_callback);
}
