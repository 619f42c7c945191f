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
#include "rcutils/types/char_array.h"
#include "rcutils/types/string_array.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RCUTILS_LOGGING_SEPARATOR_CHAR '.'
#define RCUTILS_LOGGING_SEPARATOR_STRING "."

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
/// The same: what is logged is not kept in memory of the allocator.
rcutils_ret_t rcutils_logging_initialize_with_allocator(rcutils_allocator_t allocator);
/// True from the first of these two to rcutils_logging_shutdown().
extern bool g_rcutils_logging_initialized;
rcutils_ret_t rcutils_logging_shutdown(void);
rcutils_ret_t rcutils_logging_severity_level_from_string(
  const char * severity_string, rcutils_allocator_t allocator, int * severity);
int rcutils_logging_get_default_logger_level(void);
void rcutils_logging_set_default_logger_level(int level);
/// The level of its own; -1 for a null name, as the next ones.
int rcutils_logging_get_logger_level(const char * name);
/// Of the first `name_length` characters.
int rcutils_logging_get_logger_leveln(const char * name, size_t name_length);
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
/// Appends the line as the console shows it (RCUTILS_CONSOLE_OUTPUT_FORMAT), without colour and
/// end of line, to an array that was initialized; it grows as needed.
rcutils_ret_t rcutils_logging_format_message(
  const rcutils_log_location_t * location, int severity, const char * name,
  rcutils_time_point_value_t timestamp, const char * msg, rcutils_char_array_t * logging_output);
/// Logs a line whatever the logger's level: the caller asked for it.
void rcutils_log_internal(
  const rcutils_log_location_t * location, int severity, const char * name,
  const char * format, ...) __attribute__((format(printf, 4, 5)));
/// Logs a line if the logger's level lets it pass.
void rcutils_log(
  const rcutils_log_location_t * location, int severity, const char * name,
  const char * format, ...) __attribute__((format(printf, 4, 5)));

/* The first line does what is needed; kept for code that asks for it. */
#define RCUTILS_LOGGING_AUTOINIT \
  RCUTILS_LOGGING_AUTOINIT_WITH_ALLOCATOR(rcutils_get_default_allocator())
#define RCUTILS_LOGGING_AUTOINIT_WITH_ALLOCATOR(alloc) \
  do { \
    if (!g_rcutils_logging_initialized) { \
      (void)!rcutils_logging_initialize_with_allocator(alloc); \
    } \
  } while (0)

#ifdef __cplusplus
}
#endif
#endif  // RCUTILS__LOGGING_H_
