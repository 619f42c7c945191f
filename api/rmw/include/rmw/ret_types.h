// Defined with the other value types.
#ifndef RMW__RET_TYPES_H_
#define RMW__RET_TYPES_H_
#include "rmw/types.h"
#endif  // RMW__RET_TYPES_H_
