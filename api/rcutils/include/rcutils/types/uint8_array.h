// Defined with the allocator that it holds.
#ifndef RCUTILS__TYPES__UINT8_ARRAY_H_
#define RCUTILS__TYPES__UINT8_ARRAY_H_
#include "rcutils/allocator.h"
#endif  // RCUTILS__TYPES__UINT8_ARRAY_H_
