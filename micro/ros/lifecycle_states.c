/* The state machine of managed nodes. */
#include <string.h>

#include "lifecycle.h"
#include "rmw_microros/rmw_microros.h"

#define STATE(name) lifecycle_msgs__msg__State__##name
#define TRANSITION(name) lifecycle_msgs__msg__Transition__TRANSITION_##name

/* The places of states in the table below. */
enum {
  UNKNOWN,
  UNCONFIGURED,
  INACTIVE,
  ACTIVE,
  FINALIZED,
  CONFIGURING,
  CLEANINGUP,
  SHUTTINGDOWN,
  ACTIVATING,
  DEACTIVATING,
  ERRORPROCESSING,
  STATES
};
static const rcl_lifecycle_state_t states[STATES];

/* Of a transition state: what follows of its callback's success, failure and error. */
#define OUTCOMES(NAME, from, success, failure, error)                                              \
  {"transition_success", TRANSITION(ON_##NAME##_SUCCESS), &states[from], &states[success]},        \
      {"transition_failure", TRANSITION(ON_##NAME##_FAILURE), &states[from], &states[failure]}, {  \
    "transition_error", TRANSITION(ON_##NAME##_ERROR), &states[from], &states[error]               \
  }

/* In the order of the states that they lead out of. */
static const rcl_lifecycle_transition_t transitions[] = {
    {"configure", TRANSITION(CONFIGURE), &states[UNCONFIGURED], &states[CONFIGURING]},
    {"shutdown", TRANSITION(UNCONFIGURED_SHUTDOWN), &states[UNCONFIGURED], &states[SHUTTINGDOWN]},
    {"activate", TRANSITION(ACTIVATE), &states[INACTIVE], &states[ACTIVATING]},
    {"cleanup", TRANSITION(CLEANUP), &states[INACTIVE], &states[CLEANINGUP]},
    {"shutdown", TRANSITION(INACTIVE_SHUTDOWN), &states[INACTIVE], &states[SHUTTINGDOWN]},
    {"deactivate", TRANSITION(DEACTIVATE), &states[ACTIVE], &states[DEACTIVATING]},
    {"shutdown", TRANSITION(ACTIVE_SHUTDOWN), &states[ACTIVE], &states[SHUTTINGDOWN]},
    OUTCOMES(CONFIGURE, CONFIGURING, INACTIVE, UNCONFIGURED, ERRORPROCESSING),
    OUTCOMES(CLEANUP, CLEANINGUP, UNCONFIGURED, INACTIVE, ERRORPROCESSING),
    OUTCOMES(SHUTDOWN, SHUTTINGDOWN, FINALIZED, FINALIZED, ERRORPROCESSING),
    OUTCOMES(ACTIVATE, ACTIVATING, ACTIVE, INACTIVE, ERRORPROCESSING),
    OUTCOMES(DEACTIVATE, DEACTIVATING, INACTIVE, ACTIVE, ERRORPROCESSING),
    OUTCOMES(ERROR, ERRORPROCESSING, UNCONFIGURED, FINALIZED, FINALIZED)};

static const rcl_lifecycle_state_t states[STATES] = {
    {"unknown", STATE(PRIMARY_STATE_UNKNOWN), NULL, 0},
    {"unconfigured", STATE(PRIMARY_STATE_UNCONFIGURED), &transitions[0], 2},
    {"inactive", STATE(PRIMARY_STATE_INACTIVE), &transitions[2], 3},
    {"active", STATE(PRIMARY_STATE_ACTIVE), &transitions[5], 2},
    {"finalized", STATE(PRIMARY_STATE_FINALIZED), NULL, 0},
    {"configuring", STATE(TRANSITION_STATE_CONFIGURING), &transitions[7], 3},
    {"cleaningup", STATE(TRANSITION_STATE_CLEANINGUP), &transitions[10], 3},
    {"shuttingdown", STATE(TRANSITION_STATE_SHUTTINGDOWN), &transitions[13], 3},
    {"activating", STATE(TRANSITION_STATE_ACTIVATING), &transitions[16], 3},
    {"deactivating", STATE(TRANSITION_STATE_DEACTIVATING), &transitions[19], 3},
    {"errorprocessing", STATE(TRANSITION_STATE_ERRORPROCESSING), &transitions[22], 3}};

rcl_lifecycle_state_machine_t rcl_lifecycle_get_zero_initialized_state_machine(void) {
  rcl_lifecycle_state_machine_t machine;
  memset(&machine, 0, sizeof(machine));
  return machine;
}

void micro_lifecycle_start(rcl_lifecycle_state_machine_t* machine) {
  machine->transition_map.states = states;
  machine->transition_map.states_size = STATES;
  machine->transition_map.transitions = transitions;
  machine->transition_map.transitions_size = sizeof(transitions) / sizeof(transitions[0]);
  machine->current_state = &states[UNCONFIGURED];
}

rcl_ret_t rcl_lifecycle_state_machine_is_initialized(const rcl_lifecycle_state_machine_t* machine) {
  if (machine != NULL && machine->current_state != NULL) return RCL_RET_OK;
  return micro_error(RCL_RET_ERROR, "the state machine is not initialized");
}

rcl_ret_t rcl_lifecycle_state_machine_fini(rcl_lifecycle_state_machine_t* machine,
                                           rcl_node_t* node) {
  rcl_publisher_fini(&machine->com_interface.pub_transition_event, node);
  rcl_service_fini(&machine->com_interface.srv_change_state, node);
  rcl_service_fini(&machine->com_interface.srv_get_state, node);
  rcl_service_fini(&machine->com_interface.srv_get_available_states, node);
  machine->current_state = NULL;
  return RCL_RET_OK;
}

void micro_show_state(const rcl_lifecycle_state_t* state, lifecycle_msgs__msg__State* as) {
  as->id = (uint8_t)state->id;
  as->label.data = (char*)(uintptr_t)state->label; /* is only read */
  as->label.size = strlen(state->label);
}
/* The time is the agent's, where it is known. An event that has no room is lost. */
static void tell(const rcl_lifecycle_state_machine_t* machine,
                 const rcl_lifecycle_transition_t* of) {
  lifecycle_msgs__msg__TransitionEvent event;
  memset(&event, 0, sizeof(event));
  if (machine->com_interface.pub_transition_event.of.context == NULL) return;
  event.timestamp = (uint64_t)rmw_uros_epoch_nanos();
  event.transition.id = (uint8_t)of->id;
  event.transition.label.data = (char*)(uintptr_t)of->label;
  event.transition.label.size = strlen(of->label);
  micro_show_state(of->start, &event.start_state);
  micro_show_state(of->goal, &event.goal_state);
  rcl_publish(&machine->com_interface.pub_transition_event, &event, NULL);
}

/* By its label, if there is one; else by its id. */
static rcl_ret_t trigger(rcl_lifecycle_state_machine_t* machine, unsigned int id, const char* label,
                         bool publish) {
  const rcl_ret_t ret = rcl_lifecycle_state_machine_is_initialized(machine);
  if (ret != RCL_RET_OK) return ret;
  const rcl_lifecycle_state_t* from = machine->current_state;
  for (unsigned int i = 0; i < from->valid_transition_size; ++i) {
    const rcl_lifecycle_transition_t* one = &from->valid_transitions[i];
    if (label != NULL ? strcmp(label, one->label) != 0 : one->id != id) continue;
    machine->current_state = one->goal;
    if (publish) tell(machine, one);
    return RCL_RET_OK;
  }
  return micro_error(RCL_RET_ERROR, "the transition does not lead out of the current state");
}
rcl_ret_t rcl_lifecycle_trigger_transition_by_id(rcl_lifecycle_state_machine_t* machine, uint8_t id,
                                                 bool publish) {
  return trigger(machine, id, NULL, publish);
}
rcl_ret_t rcl_lifecycle_trigger_transition_by_label(rcl_lifecycle_state_machine_t* machine,
                                                    const char* label, bool publish) {
  return trigger(machine, 0, label, publish);
}
