/* Declared with what it belongs to. */
#ifndef RCL__CLIENT_H_
#define RCL__CLIENT_H_
#include "rcl/types.h"
#endif /* RCL__CLIENT_H_ */
