/* Declared with what it belongs to. */
#ifndef RCL__NODE_H_
#define RCL__NODE_H_
#include "rcl/node_options.h"
#endif /* RCL__NODE_H_ */
