/* Declared with what it belongs to. */
#ifndef RCL__WAIT_H_
#define RCL__WAIT_H_
#include "rcl/types.h"
#endif /* RCL__WAIT_H_ */
