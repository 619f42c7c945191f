// The error that the last failed C call of this thread left behind. Its words
// are declared in allocator.h, which every header has.
#ifndef RCUTILS__ERROR_HANDLING_H_
#define RCUTILS__ERROR_HANDLING_H_

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rcutils/allocator.h"
#include "rcutils/macros.h"
#include "rcutils/snprintf.h"
#include "rcutils/types/rcutils_ret.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH 768
#define RCUTILS_ERROR_STATE_LINE_NUMBER_STR_MAX_LENGTH 20  /* of UINT64_MAX */
#define RCUTILS_ERROR_FORMATTING_CHARACTERS 6  /* ', at ' and ':' */
#define RCUTILS_ERROR_STATE_FILE_MAX_LENGTH \
  (RCUTILS_ERROR_MESSAGE_MAX_LENGTH - RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH - \
  RCUTILS_ERROR_STATE_LINE_NUMBER_STR_MAX_LENGTH - RCUTILS_ERROR_FORMATTING_CHARACTERS - 1)

typedef struct rcutils_error_state_s {
  char message[RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH];
  char file[RCUTILS_ERROR_STATE_FILE_MAX_LENGTH];
  uint64_t line_number;
} rcutils_error_state_t;

/// Contract of all: any thread, each with an error of its own; no allocation.
void rcutils_set_error_state(const char * error_string, const char * file, size_t line_number);
bool rcutils_error_is_set(void);
/// Null if no error is set; valid until the next call on this thread.
const rcutils_error_state_t * rcutils_get_error_state(void);
rcutils_ret_t rcutils_initialize_error_handling_thread_local_storage(
  rcutils_allocator_t allocator);

/// Sets the error to a formatted message.
void rcutils_set_error_state_format(
  const char * file, size_t line_number, const char * format, ...)
RCUTILS_ATTRIBUTE_PRINTF_FORMAT(3, 4);

/// The same with ": <the error that was set before>" behind it.
void rcutils_set_error_state_before_previous(
  const char * file, size_t line_number, const char * format, ...)
RCUTILS_ATTRIBUTE_PRINTF_FORMAT(3, 4);

#define RCUTILS_SET_ERROR_MSG(msg) rcutils_set_error_state(msg, __FILE__, __LINE__)
#define RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(format, ...) \
  rcutils_set_error_state_format(__FILE__, __LINE__, format, __VA_ARGS__)
#define RCUTILS_SET_ERROR_MSG_AND_APPEND_PREV_ERROR(msg) \
  rcutils_set_error_state_before_previous(__FILE__, __LINE__, "%s", msg)
#define RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR(format, ...) \
  rcutils_set_error_state_before_previous(__FILE__, __LINE__, format, __VA_ARGS__)

/* To stderr, for code that has nobody to return an error to. */
#define RCUTILS_SAFE_FWRITE_TO_STDERR(msg) \
  do { \
    const char * const rcutils_said_ = (msg); \
    (void)!fwrite(rcutils_said_, 1, strlen(rcutils_said_), stderr); \
  } while (0)
#define RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING(format, ...) \
  (void)fprintf(stderr, format, __VA_ARGS__)
/* These two take the error away that they print. */
#define RCUTILS_SAFE_FWRITE_TO_STDERR_AND_APPEND_PREV_ERROR(msg) \
  RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR("%s", msg)
#define RCUTILS_SAFE_FWRITE_TO_STDERR_WITH_FORMAT_STRING_AND_APPEND_PREV_ERROR(format, ...) \
  do { \
    (void)fprintf(stderr, format, __VA_ARGS__); \
    (void)fprintf(stderr, ": %s", rcutils_get_error_string().str); \
    rcutils_reset_error(); \
  } while (0)

/// A place that can be made to fail with this error (macros.h).
#define RCUTILS_CAN_SET_MSG_AND_RETURN_WITH_ERROR_OF(error_return_value) \
  RCUTILS_CAN_FAIL_WITH( \
  { \
    RCUTILS_SET_ERROR_MSG("Injecting " RCUTILS_STRINGIFY(error_return_value)); \
    return error_return_value; \
  })

#define RCUTILS_CHECK_FOR_NULL_WITH_MSG(value, msg, error_statement) \
  do { if (NULL == (value)) { RCUTILS_SET_ERROR_MSG(msg); error_statement; } } while (0)
#define RCUTILS_CHECK_ARGUMENT_FOR_NULL(argument, error_return_type) \
  RCUTILS_CHECK_FOR_NULL_WITH_MSG( \
    argument, #argument " argument is null", return error_return_type)

#ifdef __cplusplus
}
#endif
#endif  // RCUTILS__ERROR_HANDLING_H_
