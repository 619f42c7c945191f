// Defined with the other value types.
#ifndef RMW__QOS_STRING_CONVERSIONS_H_
#define RMW__QOS_STRING_CONVERSIONS_H_
#include "rmw/types.h"
#endif  // RMW__QOS_STRING_CONVERSIONS_H_
