/* Declared with what it belongs to. */
#ifndef RCL__INIT_OPTIONS_H_
#define RCL__INIT_OPTIONS_H_
#include "rcl/types.h"
#endif /* RCL__INIT_OPTIONS_H_ */
