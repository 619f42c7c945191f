// Defined with the other value types.
#ifndef RCL__TIME_H_
#define RCL__TIME_H_
#include "rcl/types.h"
#endif  // RCL__TIME_H_
