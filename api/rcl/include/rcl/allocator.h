/* Declared with the other types. */
#ifndef RCL__ALLOCATOR_H_
#define RCL__ALLOCATOR_H_
#include "rcl/types.h"
#endif /* RCL__ALLOCATOR_H_ */
