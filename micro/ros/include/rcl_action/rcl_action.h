/* What rcl_action has for programs of rclc: its types. Goals are in rclc/rclc.h. */
#ifndef RANVIER_MICRO_RCL_ACTION_RCL_ACTION_H
#define RANVIER_MICRO_RCL_ACTION_RCL_ACTION_H

#include "rcl/rcl.h"
#include "rcl_action/types.h"

#endif
