// Defined with the other value types.
#ifndef RMW__EVENTS_STATUSES__LIVELINESS_LOST_H_
#define RMW__EVENTS_STATUSES__LIVELINESS_LOST_H_
#include "rmw/types.h"
#endif  // RMW__EVENTS_STATUSES__LIVELINESS_LOST_H_
