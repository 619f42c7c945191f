/* What the two sources of parameters share. */
#ifndef RANVIER_MICRO_ROS_PARAMETER_H
#define RANVIER_MICRO_ROS_PARAMETER_H

#include "rclc_parameter/rclc_parameter.h"
#include "rmw.h"

/* Why a value was not taken; 0: it was. */
typedef enum micro_parameter_reason {
  MICRO_PARAMETER_TAKEN,
  MICRO_PARAMETER_UNKNOWN,
  MICRO_PARAMETER_OTHER_TYPE,
  MICRO_PARAMETER_READ_ONLY,
  MICRO_PARAMETER_OUT_OF_RANGE,
  MICRO_PARAMETER_REJECTED,
  MICRO_PARAMETER_FULL
} micro_parameter_reason;

enum { MICRO_PARAMETER_TOLD, MICRO_PARAMETER_ADDED, MICRO_PARAMETER_CHANGED };

/* Its index; `count` if there is none. */
uint8_t micro_find_parameter(const rclc_parameter_server_t* server, const char* name);
/* Sets what a peer asks for, or says why not. A value that is not of bool, int or double has
 * a type beyond RCLC_PARAMETER_DOUBLE. With `only_check` nothing changes. */
micro_parameter_reason micro_set_parameter(rclc_parameter_server_t* server,
                                           const micro_parameter* asked, bool only_check);

/* Opens and closes the services and the events. */
rcl_ret_t micro_open_parameter_services(rclc_parameter_server_t* server);
void micro_close_parameter_services(rclc_parameter_server_t* server);
/* Tells /parameter_events. */
void micro_tell_parameter(rclc_parameter_server_t* server, const micro_parameter* changed,
                          bool is_new, bool is_deleted);

#endif
