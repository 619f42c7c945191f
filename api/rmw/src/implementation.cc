#include "ranvier/assemble/middleware.h"
#include "rmw/event.h"
#include "rmw/rmw.h"

const char* rmw_get_implementation_identifier() { return ranvier::middleware_name(); }
const char* rmw_get_serialization_format() { return "cdr"; }
bool rmw_event_type_is_supported(rmw_event_type_t rmw_event_type) {
  return static_cast<unsigned>(rmw_event_type) < RMW_EVENT_INVALID;
}
