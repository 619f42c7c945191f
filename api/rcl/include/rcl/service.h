/* Declared with what it belongs to. */
#ifndef RCL__SERVICE_H_
#define RCL__SERVICE_H_
#include "rcl/types.h"
#endif /* RCL__SERVICE_H_ */
