/* Declared with what it belongs to. */
#ifndef RCL__TIMER_H_
#define RCL__TIMER_H_
#include "rcl/types.h"
#endif /* RCL__TIMER_H_ */
