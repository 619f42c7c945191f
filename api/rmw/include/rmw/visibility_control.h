// Defined with the other value types.
#ifndef RMW__VISIBILITY_CONTROL_H_
#define RMW__VISIBILITY_CONTROL_H_
#include "rmw/types.h"
#endif  // RMW__VISIBILITY_CONTROL_H_
