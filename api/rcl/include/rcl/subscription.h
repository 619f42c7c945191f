/* Declared with what it belongs to. */
#ifndef RCL__SUBSCRIPTION_H_
#define RCL__SUBSCRIPTION_H_
#include "rcl/types.h"
#endif /* RCL__SUBSCRIPTION_H_ */
