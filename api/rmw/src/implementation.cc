#include "rmw/rmw.h"

const char* rmw_get_implementation_identifier() { return "rmw_cyclonedds_cpp"; }
const char* rmw_get_serialization_format() { return "cdr"; }
