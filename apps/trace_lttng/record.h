/* What the two halves of the library say to each other: LTTng's is C. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The value of one field, as ranvier::trace::Value; a gid has the event's 24 bytes. */
union ranvier_lttng_value {
  uint64_t word;
  const void* pointer;
  const char* text;
  const uint8_t* gid;
};

/* The event of this number of the table, to whichever sessions want it. */
void ranvier_lttng_record(unsigned event, const union ranvier_lttng_value* fields);

#ifdef __cplusplus
}
#endif
