/* Declared with what it belongs to. */
#ifndef RCL__EVENT_H_
#define RCL__EVENT_H_
#include "rcl/types.h"
#endif /* RCL__EVENT_H_ */
