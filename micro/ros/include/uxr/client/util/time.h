/* The clock of the board, by the names of eProsima's client. */
#ifndef RANVIER_MICRO_UXR_TIME_H
#define RANVIER_MICRO_UXR_TIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Milliseconds and nanoseconds of the clock of clock_gettime(), which never steps back. From any
 * thread from which clock_gettime() may be called. */
int64_t uxr_millis(void);
int64_t uxr_nanos(void);

#ifdef __cplusplus
}
#endif

#endif
