/* The headers of rcl that there are, in one include. */
#ifndef RCL__RCL_H_
#define RCL__RCL_H_

#include "rcl/arguments.h"
#include "rcl/client.h"
#include "rcl/error_handling.h"
#include "rcl/graph.h"
#include "rcl/guard_condition.h"
#include "rcl/node.h"
#include "rcl/node_options.h"
#include "rcl/publisher.h"
#include "rcl/service.h"
#include "rcl/subscription.h"
#include "rcl/time.h"
#include "rcl/timer.h"
#include "rcl/types.h"
#include "rcl/wait.h"

#endif /* RCL__RCL_H_ */
