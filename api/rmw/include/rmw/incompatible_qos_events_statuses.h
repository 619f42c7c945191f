// Defined with the other value types.
#ifndef RMW__INCOMPATIBLE_QOS_EVENTS_STATUSES_H_
#define RMW__INCOMPATIBLE_QOS_EVENTS_STATUSES_H_
#include "rmw/types.h"
#endif  // RMW__INCOMPATIBLE_QOS_EVENTS_STATUSES_H_
