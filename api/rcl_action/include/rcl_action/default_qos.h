/* The QoS of the status topic: the newest state of all goals, for late joiners too. */
#ifndef RCL_ACTION__DEFAULT_QOS_H_
#define RCL_ACTION__DEFAULT_QOS_H_

#include "rmw/types.h"

static const rmw_qos_profile_t rcl_action_qos_profile_status_default = {
  RMW_QOS_POLICY_HISTORY_KEEP_LAST, 1, RMW_QOS_POLICY_RELIABILITY_RELIABLE,
  RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, {0, 0}, {0, 0},
  RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT, {0, 0}, false};

#endif /* RCL_ACTION__DEFAULT_QOS_H_ */
