// Defined with the other value types.
#ifndef RMW__TIME_H_
#define RMW__TIME_H_
#include "rmw/types.h"
#endif  // RMW__TIME_H_
