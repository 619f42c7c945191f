/* Declared with what it belongs to. */
#ifndef RCL__SERVICE_INTROSPECTION_H_
#define RCL__SERVICE_INTROSPECTION_H_
#include "rcl/types.h"
#endif  /* RCL__SERVICE_INTROSPECTION_H_ */
