// The kinds of events of endpoints.
#ifndef RMW__EVENT_H_
#define RMW__EVENT_H_

#include <stdbool.h>

#include "rmw/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether publishers or subscriptions here tell of it: all kinds but RMW_EVENT_INVALID, and
/// nothing that is no kind. Contract: any thread, no allocation.
bool rmw_event_type_is_supported(rmw_event_type_t rmw_event_type);

#ifdef __cplusplus
}
#endif
#endif  // RMW__EVENT_H_
