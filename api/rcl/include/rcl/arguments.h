/* Declared with what it belongs to. */
#ifndef RCL__ARGUMENTS_H_
#define RCL__ARGUMENTS_H_
#include "rcl/types.h"
#endif /* RCL__ARGUMENTS_H_ */
