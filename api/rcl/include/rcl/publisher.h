/* Declared with what it belongs to. */
#ifndef RCL__PUBLISHER_H_
#define RCL__PUBLISHER_H_
#include "rcl/types.h"
#endif  /* RCL__PUBLISHER_H_ */
