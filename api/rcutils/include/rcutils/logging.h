// Levels and the C entry to the log.
#ifndef RCUTILS__LOGGING_H_
#define RCUTILS__LOGGING_H_

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rcutils/allocator.h"
#include "rcutils/error_handling.h"
#include "rcutils/macros.h"
#include "rcutils/time.h"
#include "rcutils/types/string_array.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_LOGGING_SEPARATOR_CHAR '.'
#define RCUTILS_LOGGING_SEPARATOR_STRING "."

typedef int64_t rcutils_time_point_value_t;  /* as time.h */

enum RCUTILS_LOG_SEVERITY {
  RCUTILS_LOG_SEVERITY_UNSET = 0,  ///< the level comes from the logger's ancestors
  RCUTILS_LOG_SEVERITY_DEBUG = 10,
  RCUTILS_LOG_SEVERITY_INFO = 20,
  RCUTILS_LOG_SEVERITY_WARN = 30,
  RCUTILS_LOG_SEVERITY_ERROR = 40,
  RCUTILS_LOG_SEVERITY_FATAL = 50,
};

#define RCUTILS_DEFAULT_LOGGER_DEFAULT_LEVEL RCUTILS_LOG_SEVERITY_INFO

/// The names of the levels, at their values; null between them.
extern const char * const g_rcutils_log_severity_names[RCUTILS_LOG_SEVERITY_FATAL + 1];

/// Where in the source a line was logged.
typedef struct rcutils_log_location_s {
  const char * function_name;
  const char * file_name;
  size_t line_number;
} rcutils_log_location_t;

/// What receives each line that passes its logger's level.
typedef void (*rcutils_logging_output_handler_t)(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, const char * format, va_list * args);

/// Contract of all functions here: any thread. They log, lock or allocate, but
/// none of them fails because the log was not initialized: first use does it.
rcutils_ret_t rcutils_logging_initialize(void);
rcutils_ret_t rcutils_logging_shutdown(void);
rcutils_ret_t rcutils_logging_severity_level_from_string(
  const char * severity_string, rcutils_allocator_t allocator, int * severity);
int rcutils_logging_get_default_logger_level(void);
void rcutils_logging_set_default_logger_level(int level);
int rcutils_logging_get_logger_level(const char * name);
rcutils_ret_t rcutils_logging_set_logger_level(const char * name, int level);
int rcutils_logging_get_logger_effective_level(const char * name);
bool rcutils_logging_logger_is_enabled_for(const char * name, int severity);
rcutils_logging_output_handler_t rcutils_logging_get_output_handler(void);
/// Null brings back the handler of the runtime (console, file, /rosout).
void rcutils_logging_set_output_handler(rcutils_logging_output_handler_t handler);
/// Writes one line to the console only.
void rcutils_logging_console_output_handler(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, const char * format, va_list * args);
/// Logs a line if the logger's level lets it pass.
void rcutils_log(
  const rcutils_log_location_t * location, int severity, const char * name,
  const char * format, ...) __attribute__((format(printf, 4, 5)));

#ifdef __cplusplus
}
#endif
#endif  // RCUTILS__LOGGING_H_
