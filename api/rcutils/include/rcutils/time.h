// Nanoseconds as integers, and the two clocks of the machine.
#ifndef RCUTILS__TIME_H_
#define RCUTILS__TIME_H_

#include <stddef.h>
#include <stdint.h>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"
#include "rcutils/types/string_array.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_S_TO_NS(seconds) ((seconds) * (1000LL * 1000LL * 1000LL))
#define RCUTILS_MS_TO_NS(milliseconds) ((milliseconds) * (1000LL * 1000LL))
#define RCUTILS_US_TO_NS(microseconds) ((microseconds) * 1000LL)
#define RCUTILS_NS_TO_S(nanoseconds) ((nanoseconds) / (1000LL * 1000LL * 1000LL))
#define RCUTILS_NS_TO_MS(nanoseconds) ((nanoseconds) / (1000LL * 1000LL))
#define RCUTILS_NS_TO_US(nanoseconds) ((nanoseconds) / 1000LL)

/// The clock of RCUTILS_LOG_<LEVEL>_THROTTLE().
#define RCUTILS_STEADY_TIME rcutils_steady_time_now

typedef int64_t rcutils_time_point_value_t;  /* since the clock's epoch, in ns */
typedef int64_t rcutils_duration_value_t;    /* in ns */

/// Time since the Unix epoch. Contract: any thread, no allocation.
rcutils_ret_t rcutils_system_time_now(rcutils_time_point_value_t * now);
/// Time that never goes back. Contract: any thread, no allocation.
rcutils_ret_t rcutils_steady_time_now(rcutils_time_point_value_t * now);
/// The same, at the rate of the machine's own clock: no service of time corrects it.
/// Contract: any thread, no allocation.
rcutils_ret_t rcutils_raw_steady_time_now(rcutils_time_point_value_t * now);
/// Writes the value as a decimal of 19 digits, zero padded, with its sign.
rcutils_ret_t rcutils_time_point_value_as_nanoseconds_string(
  const rcutils_time_point_value_t * time_point, char * str, size_t str_size);
/// Writes "<year>-<month>-<day> <hour>:<minute>:<second>.<3 digits of milliseconds>" of the
/// local time. An error, with the error state set, if `str_size` is not 0 and below 32.
rcutils_ret_t rcutils_time_point_value_as_date_string(
  const rcutils_time_point_value_t * time_point, char * str, size_t str_size);
/// Writes "<10 digits of seconds>.<9 digits of nanoseconds>", with its sign.
rcutils_ret_t rcutils_time_point_value_as_seconds_string(
  const rcutils_time_point_value_t * time_point, char * str, size_t str_size);

#ifdef __cplusplus
}
#endif
#endif  // RCUTILS__TIME_H_
