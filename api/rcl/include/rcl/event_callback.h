/* What C code gives to hear of something new. */
#ifndef RCL__EVENT_CALLBACK_H_
#define RCL__EVENT_CALLBACK_H_

#include "rmw/types.h"

/** Must not throw, nor use what it hears of. */
typedef rmw_event_callback_t rcl_event_callback_t;

#endif /* RCL__EVENT_CALLBACK_H_ */
