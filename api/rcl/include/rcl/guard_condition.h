/* Declared with what it belongs to. */
#ifndef RCL__GUARD_CONDITION_H_
#define RCL__GUARD_CONDITION_H_
#include "rcl/types.h"
#endif /* RCL__GUARD_CONDITION_H_ */
