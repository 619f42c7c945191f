/* Makes code fail at the n-th place that can, one place after the other, for tests.
 *
 * The places are the RCUTILS_CAN_FAIL_WITH() and _RETURN_WITH_ERROR_OF() of code that was
 * compiled with RCUTILS_ENABLE_FAULT_INJECTION. The libraries of this prefix are not. */
#ifndef RCUTILS__TESTING__FAULT_INJECTION_H_
#define RCUTILS__TESTING__FAULT_INJECTION_H_

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rcutils/macros.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_FAULT_INJECTION_NEVER_FAIL -1
#define RCUTILS_FAULT_INJECTION_FAIL_NOW 0

/* Contract of all: any thread. The count is one for the process. */

/// How many places pass before one fails; _NEVER_FAIL for no failure.
void rcutils_fault_injection_set_count(int_least64_t count);
int_least64_t rcutils_fault_injection_get_count(void);
/// Whether the count was not used up: no place is left that has not failed.
bool rcutils_fault_injection_is_test_complete(void);
/// Counts one place. @return what the count was: _FAIL_NOW if this place has to fail.
int_least64_t _rcutils_fault_injection_maybe_fail(void);

#define RCUTILS_FAULT_INJECTION_MAYBE_FAIL(failure_code) \
  if (_rcutils_fault_injection_maybe_fail() == RCUTILS_FAULT_INJECTION_FAIL_NOW) { \
    printf("%s:%d: a fault is injected: " #failure_code "\n", __FILE__, __LINE__); \
    failure_code; \
  }
#define RCUTILS_FAULT_INJECTION_MAYBE_RETURN_ERROR(return_value_on_error) \
  RCUTILS_FAULT_INJECTION_MAYBE_FAIL(return return_value_on_error)

/// Runs `code` until no place in it is left to fail: with the first one failing, the second ...
#define RCUTILS_FAULT_INJECTION_TEST(code) \
  do { \
    int_least64_t rcutils_fault_place_ = 0; \
    do { \
      rcutils_fault_injection_set_count(rcutils_fault_place_++); \
      code; \
    } while (!rcutils_fault_injection_is_test_complete()); \
    rcutils_fault_injection_set_count(RCUTILS_FAULT_INJECTION_NEVER_FAIL); \
  } while (0)

/// Runs `code` without failures, and counts on where the count was.
#define RCUTILS_NO_FAULT_INJECTION(code) \
  do { \
    const int_least64_t rcutils_fault_count_ = rcutils_fault_injection_get_count(); \
    rcutils_fault_injection_set_count(RCUTILS_FAULT_INJECTION_NEVER_FAIL); \
    code; \
    rcutils_fault_injection_set_count(rcutils_fault_count_); \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif /* RCUTILS__TESTING__FAULT_INJECTION_H_ */
