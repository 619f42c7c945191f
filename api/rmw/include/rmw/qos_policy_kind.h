// Defined with the other value types.
#ifndef RMW__QOS_POLICY_KIND_H_
#define RMW__QOS_POLICY_KIND_H_
#include "rmw/types.h"
#endif  // RMW__QOS_POLICY_KIND_H_
