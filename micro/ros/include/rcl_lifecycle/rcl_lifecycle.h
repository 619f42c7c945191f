/* The states of a managed node, and the transitions between them. */
#ifndef RANVIER_MICRO_RCL_LIFECYCLE_H
#define RANVIER_MICRO_RCL_LIFECYCLE_H

#include "rcl/rcl.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RCL_RET_LIFECYCLE_STATE_REGISTERED = 3000, RCL_RET_LIFECYCLE_STATE_NOT_REGISTERED = 3001 };

struct rcl_lifecycle_state_t;
typedef struct rcl_lifecycle_transition_t {
  const char* label;
  unsigned int id;
  const struct rcl_lifecycle_state_t* start;
  const struct rcl_lifecycle_state_t* goal;
} rcl_lifecycle_transition_t;

typedef struct rcl_lifecycle_state_t {
  const char* label;
  unsigned int id;
  const rcl_lifecycle_transition_t* valid_transitions;
  unsigned int valid_transition_size;
} rcl_lifecycle_state_t;

typedef struct rcl_lifecycle_transition_map_t {
  const rcl_lifecycle_state_t* states;
  unsigned int states_size;
  const rcl_lifecycle_transition_t* transitions;
  unsigned int transitions_size;
} rcl_lifecycle_transition_map_t;

typedef struct rcl_lifecycle_com_interface_t {
  rcl_publisher_t pub_transition_event;
  rcl_service_t srv_change_state;
  rcl_service_t srv_get_state;
  rcl_service_t srv_get_available_states;
} rcl_lifecycle_com_interface_t;

typedef struct rcl_lifecycle_state_machine_options_t {
  bool initialize_default_states;
  bool enable_com_interface;
  rcl_allocator_t allocator;
} rcl_lifecycle_state_machine_options_t;

typedef struct rcl_lifecycle_state_machine_t {
  const rcl_lifecycle_state_t* current_state; /* null: not initialized */
  rcl_lifecycle_transition_map_t transition_map;
  rcl_lifecycle_com_interface_t com_interface;
  rcl_lifecycle_state_machine_options_t options;
} rcl_lifecycle_state_machine_t;

rcl_lifecycle_state_machine_t rcl_lifecycle_get_zero_initialized_state_machine(void);
/* RCL_RET_OK, or RCL_RET_ERROR. */
rcl_ret_t rcl_lifecycle_state_machine_is_initialized(const rcl_lifecycle_state_machine_t* machine);
/* Ends its services and its publisher. */
rcl_ret_t rcl_lifecycle_state_machine_fini(rcl_lifecycle_state_machine_t* machine,
                                           rcl_node_t* node);
/* Takes one transition, and tells of it if `publish`. @return RCL_RET_ERROR: it does not lead
 * out of the current state. */
rcl_ret_t rcl_lifecycle_trigger_transition_by_id(rcl_lifecycle_state_machine_t* machine, uint8_t id,
                                                 bool publish);
rcl_ret_t rcl_lifecycle_trigger_transition_by_label(rcl_lifecycle_state_machine_t* machine,
                                                    const char* label, bool publish);

#ifdef __cplusplus
}
#endif
#endif
