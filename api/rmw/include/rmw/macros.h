// Defined with the other value types.
#ifndef RMW__MACROS_H_
#define RMW__MACROS_H_
#include "rmw/types.h"
#endif  // RMW__MACROS_H_
