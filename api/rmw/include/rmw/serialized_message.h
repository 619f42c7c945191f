// A message as bytes.
#ifndef RMW__SERIALIZED_MESSAGE_H_
#define RMW__SERIALIZED_MESSAGE_H_
#include "rcutils/allocator.h"
#include "rmw/types.h"
#endif  // RMW__SERIALIZED_MESSAGE_H_
