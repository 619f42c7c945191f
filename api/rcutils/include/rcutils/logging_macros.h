// The macros that C code logs with: RCUTILS_LOG_<LEVEL>[_NAMED][_<WHEN>](…).
//
// WHEN is ONCE, SKIPFIRST or EXPRESSION. NAMED takes the logger's name first,
// the others log under the root.
#ifndef RCUTILS__LOGGING_MACROS_H_
#define RCUTILS__LOGGING_MACROS_H_

#include <stdio.h>
#include <stdlib.h>

#include "rcutils/logging.h"

/// Logs are set up at the first line; kept for code that asks for it.
#define RCUTILS_LOGGING_AUTOINIT (void)rcutils_logging_initialize()

// `state` declares what the condition remembers, `pass` is the condition.
#define RCUTILS_LOG_WHEN_(severity, state, pass, name, ...) \
  do { \
    static const rcutils_log_location_t rcutils_log_where_ = {__func__, __FILE__, __LINE__}; \
    state; \
    if (rcutils_logging_logger_is_enabled_for(name, severity) && (pass)) { \
      rcutils_log(&rcutils_log_where_, severity, name, __VA_ARGS__); \
    } \
  } while (0)

#define RCUTILS_LOG_ALWAYS_(severity, name, ...) \
  RCUTILS_LOG_WHEN_(severity, (void)0, true, name, __VA_ARGS__)
#define RCUTILS_LOG_ONCE_(severity, name, ...) \
  RCUTILS_LOG_WHEN_( \
    severity, static bool rcutils_log_done_ = false, \
    !rcutils_log_done_ && (rcutils_log_done_ = true), name, __VA_ARGS__)
#define RCUTILS_LOG_SKIPFIRST_(severity, name, ...) \
  RCUTILS_LOG_WHEN_( \
    severity, static bool rcutils_log_seen_ = false, \
    rcutils_log_seen_ || !(rcutils_log_seen_ = true), name, __VA_ARGS__)
#define RCUTILS_LOG_EXPRESSION_(severity, expression, name, ...) \
  RCUTILS_LOG_WHEN_(severity, (void)0, expression, name, __VA_ARGS__)

#define RCUTILS_LOG_DEBUG(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_DEBUG, "", __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_NAMED(name, ...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_DEBUG, name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_DEBUG, "", __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_DEBUG, name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_SKIPFIRST(...) RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_DEBUG, "", __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_DEBUG, name, __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_DEBUG, expression, "", __VA_ARGS__)
#define RCUTILS_LOG_DEBUG_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_DEBUG, expression, name, __VA_ARGS__)

#define RCUTILS_LOG_INFO(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_INFO, "", __VA_ARGS__)
#define RCUTILS_LOG_INFO_NAMED(name, ...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_INFO, name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_INFO, "", __VA_ARGS__)
#define RCUTILS_LOG_INFO_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_INFO, name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_SKIPFIRST(...) RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_INFO, "", __VA_ARGS__)
#define RCUTILS_LOG_INFO_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_INFO, name, __VA_ARGS__)
#define RCUTILS_LOG_INFO_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_INFO, expression, "", __VA_ARGS__)
#define RCUTILS_LOG_INFO_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_INFO, expression, name, __VA_ARGS__)

#define RCUTILS_LOG_WARN(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_WARN, "", __VA_ARGS__)
#define RCUTILS_LOG_WARN_NAMED(name, ...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_WARN, name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_WARN, "", __VA_ARGS__)
#define RCUTILS_LOG_WARN_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_WARN, name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_SKIPFIRST(...) RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_WARN, "", __VA_ARGS__)
#define RCUTILS_LOG_WARN_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_WARN, name, __VA_ARGS__)
#define RCUTILS_LOG_WARN_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_WARN, expression, "", __VA_ARGS__)
#define RCUTILS_LOG_WARN_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_WARN, expression, name, __VA_ARGS__)

#define RCUTILS_LOG_ERROR(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_ERROR, "", __VA_ARGS__)
#define RCUTILS_LOG_ERROR_NAMED(name, ...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_ERROR, name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_ERROR, "", __VA_ARGS__)
#define RCUTILS_LOG_ERROR_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_ERROR, name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_SKIPFIRST(...) RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_ERROR, "", __VA_ARGS__)
#define RCUTILS_LOG_ERROR_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_ERROR, name, __VA_ARGS__)
#define RCUTILS_LOG_ERROR_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_ERROR, expression, "", __VA_ARGS__)
#define RCUTILS_LOG_ERROR_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_ERROR, expression, name, __VA_ARGS__)

#define RCUTILS_LOG_FATAL(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_FATAL, "", __VA_ARGS__)
#define RCUTILS_LOG_FATAL_NAMED(name, ...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_SEVERITY_FATAL, name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_FATAL, "", __VA_ARGS__)
#define RCUTILS_LOG_FATAL_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_SEVERITY_FATAL, name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_SKIPFIRST(...) RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_FATAL, "", __VA_ARGS__)
#define RCUTILS_LOG_FATAL_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_SEVERITY_FATAL, name, __VA_ARGS__)
#define RCUTILS_LOG_FATAL_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_FATAL, expression, "", __VA_ARGS__)
#define RCUTILS_LOG_FATAL_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_SEVERITY_FATAL, expression, name, __VA_ARGS__)

#endif  // RCUTILS__LOGGING_MACROS_H_
