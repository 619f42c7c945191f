/* What the two sources of managed nodes share. */
#ifndef RANVIER_MICRO_ROS_LIFECYCLE_H
#define RANVIER_MICRO_ROS_LIFECYCLE_H

#include "rclc_lifecycle/rclc_lifecycle.h"
#include "rmw.h"

/* Makes a machine unconfigured. */
void micro_lifecycle_start(rcl_lifecycle_state_machine_t* machine);
/* A message that points to the label of a state. */
void micro_show_state(const rcl_lifecycle_state_t* state, lifecycle_msgs__msg__State* as);

#endif
