/* The tracepoints of LTTng-UST, and the way from an event's number to its own. */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "provider.h"

#define RANVIER_NUMBER(name, ...) NUMBER_##name,
enum number { RANVIER_TRACE_EVENTS(RANVIER_NUMBER) };

#define RANVIER_RECORD(name, ...)                                                                  \
  case NUMBER_##name: lttng_ust_tracepoint(ros2, name, fields); break;

void ranvier_lttng_record(unsigned event, const union ranvier_lttng_value* fields) {
  switch ((enum number)event) { RANVIER_TRACE_EVENTS(RANVIER_RECORD) }
}
