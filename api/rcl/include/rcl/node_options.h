/* Options of a node, as rcl's users make them. */
#ifndef RCL__NODE_OPTIONS_H_
#define RCL__NODE_OPTIONS_H_

#include "rcl/types.h"

static inline rcl_node_options_t rcl_node_get_default_options(void)
{
  const rmw_qos_profile_t rosout = {
    RMW_QOS_POLICY_HISTORY_KEEP_LAST, 1000, RMW_QOS_POLICY_RELIABILITY_RELIABLE,
    RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, {0, 0}, {10, 0},
    RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, {0, 0}, false};
  rcl_node_options_t options;
  options.use_global_arguments = true;
  options.arguments.impl = NULL;
  options.enable_rosout = true;
  options.rosout_qos = rosout;
  return options;
}

#endif /* RCL__NODE_OPTIONS_H_ */
