#include "ranvier/assemble/middleware.h"
#include "rmw/rmw.h"

const char* rmw_get_implementation_identifier() { return ranvier::middleware_name(); }
const char* rmw_get_serialization_format() { return "cdr"; }
