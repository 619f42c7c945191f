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

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_ERROR_STATE_MESSAGE_MAX_LENGTH 768
#define RCUTILS_ERROR_STATE_FILE_MAX_LENGTH 229

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

#define RCUTILS_SET_ERROR_MSG(msg) rcutils_set_error_state(msg, __FILE__, __LINE__)
#define RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING(format, ...) \
  rcutils_set_error_state_format(__FILE__, __LINE__, format, __VA_ARGS__)

#define RCUTILS_CHECK_FOR_NULL_WITH_MSG(value, msg, error_statement) \
  do { if (NULL == (value)) { RCUTILS_SET_ERROR_MSG(msg); error_statement; } } while (0)
#define RCUTILS_CHECK_ARGUMENT_FOR_NULL(argument, error_return_type) \
  RCUTILS_CHECK_FOR_NULL_WITH_MSG( \
    argument, #argument " argument is null", return error_return_type)

#ifdef __cplusplus
}
#endif
#endif  // RCUTILS__ERROR_HANDLING_H_
