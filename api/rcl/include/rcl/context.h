/* Declared with what it belongs to. */
#ifndef RCL__CONTEXT_H_
#define RCL__CONTEXT_H_
#include "rcl/types.h"
#endif /* RCL__CONTEXT_H_ */
