// The macros that C code logs with: RCUTILS_LOG_<LEVEL>[_<WHEN>][_NAMED](...).
//
// WHEN is ONCE, EXPRESSION, FUNCTION, SKIPFIRST, THROTTLE or SKIPFIRST_THROTTLE. What it needs
// comes first, then with NAMED the logger's name, then the format. Without NAMED the line
// is the root's. Conditions are evaluated only if the logger's level lets the line pass.
#ifndef RCUTILS__LOGGING_MACROS_H_
#define RCUTILS__LOGGING_MACROS_H_

#include <stdio.h>
#include <stdlib.h>

#include "rcutils/logging.h"
#include "rcutils/time.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines below RCUTILS_LOG_MIN_SEVERITY are not compiled. */
#define RCUTILS_LOG_MIN_SEVERITY_DEBUG 0
#define RCUTILS_LOG_MIN_SEVERITY_INFO 1
#define RCUTILS_LOG_MIN_SEVERITY_WARN 2
#define RCUTILS_LOG_MIN_SEVERITY_ERROR 3
#define RCUTILS_LOG_MIN_SEVERITY_FATAL 4
#define RCUTILS_LOG_MIN_SEVERITY_NONE 5
#ifndef RCUTILS_LOG_MIN_SEVERITY
#define RCUTILS_LOG_MIN_SEVERITY RCUTILS_LOG_MIN_SEVERITY_DEBUG
#endif

/// What a FUNCTION condition is.
typedef bool (* RclLogFilter)(void);

#ifdef __cplusplus
#define RCUTILS_CAST_DURATION(x) (static_cast<rcutils_duration_value_t>(x))
#else
#define RCUTILS_CAST_DURATION(x) ((rcutils_duration_value_t)(x))
#endif

/// The last time of a THROTTLE line that was not logged yet.
#define RCUTILS_LOG_NEVER_ INT64_MIN

/// Whether a THROTTLE line is due, and from when its next period counts. The first is, even on
/// a clock that began within the period. A line whose clock cannot be read is due, and an error
/// is logged.
static inline bool rcutils_log_is_due_(
  rcutils_ret_t read, rcutils_time_point_value_t now, rcutils_duration_value_t period,
  rcutils_time_point_value_t * last, const rcutils_log_location_t * where)
{
  if (read != RCUTILS_RET_OK) {
    rcutils_log(where, RCUTILS_LOG_SEVERITY_ERROR, "", "the clock of a throttled line failed");
  } else if (*last != RCUTILS_LOG_NEVER_ && now < *last + period) {
    return false;
  }
  *last = now;
  return true;
}

/// What all others are made of: both conditions stand around the call that logs. The one
/// before may open braces that the one after closes.
#define RCUTILS_LOG_COND_NAMED(severity, condition_before, condition_after, name, ...) \
  do { \
    static const rcutils_log_location_t rcutils_log_where_ = {__func__, __FILE__, __LINE__}; \
    if (rcutils_logging_logger_is_enabled_for(name, severity)) { \
      condition_before \
      rcutils_log_internal(&rcutils_log_where_, severity, name, __VA_ARGS__); \
      condition_after \
    } \
  } while (0)

#define RCUTILS_LOG_CONDITION_EMPTY

#define RCUTILS_LOG_CONDITION_ONCE_BEFORE \
  static bool rcutils_log_done_ = false; \
  if (!rcutils_log_done_) { \
    rcutils_log_done_ = true;
#define RCUTILS_LOG_CONDITION_ONCE_AFTER }

#define RCUTILS_LOG_CONDITION_EXPRESSION_BEFORE(expression) if (expression) {
#define RCUTILS_LOG_CONDITION_EXPRESSION_AFTER }

#define RCUTILS_LOG_CONDITION_FUNCTION_BEFORE(function) if ((*function)()) {
#define RCUTILS_LOG_CONDITION_FUNCTION_AFTER }

#define RCUTILS_LOG_CONDITION_SKIPFIRST_BEFORE \
  static bool rcutils_log_seen_ = false; \
  if (!rcutils_log_seen_) { \
    rcutils_log_seen_ = true; \
  } else {
#define RCUTILS_LOG_CONDITION_SKIPFIRST_AFTER }

/// `get_time_point_value` is called as RCUTILS_STEADY_TIME is; `duration` is in milliseconds.
#define RCUTILS_LOG_CONDITION_THROTTLE_BEFORE(get_time_point_value, duration) \
  static rcutils_time_point_value_t rcutils_log_last_ = RCUTILS_LOG_NEVER_; \
  rcutils_time_point_value_t rcutils_log_now_ = 0; \
  const rcutils_ret_t rcutils_log_read_ = get_time_point_value(&rcutils_log_now_); \
  if (rcutils_log_is_due_( \
      rcutils_log_read_, rcutils_log_now_, RCUTILS_MS_TO_NS(RCUTILS_CAST_DURATION(duration)), \
      &rcutils_log_last_, &rcutils_log_where_)) \
  {
#define RCUTILS_LOG_CONDITION_THROTTLE_AFTER }

/* The conditions for any level; `at` is RCUTILS_LOG_AT_<LEVEL>_. */
#define RCUTILS_LOG_ALWAYS_(at, name, ...) \
  at(RCUTILS_LOG_CONDITION_EMPTY, RCUTILS_LOG_CONDITION_EMPTY, name, __VA_ARGS__)
#define RCUTILS_LOG_ONCE_(at, name, ...) \
  at(RCUTILS_LOG_CONDITION_ONCE_BEFORE, RCUTILS_LOG_CONDITION_ONCE_AFTER, name, __VA_ARGS__)
#define RCUTILS_LOG_EXPRESSION_(at, expression, name, ...) \
  at( \
    RCUTILS_LOG_CONDITION_EXPRESSION_BEFORE(expression), \
    RCUTILS_LOG_CONDITION_EXPRESSION_AFTER, name, __VA_ARGS__)
#define RCUTILS_LOG_FUNCTION_(at, function, name, ...) \
  at( \
    RCUTILS_LOG_CONDITION_FUNCTION_BEFORE(function), RCUTILS_LOG_CONDITION_FUNCTION_AFTER, \
    name, __VA_ARGS__)
#define RCUTILS_LOG_SKIPFIRST_(at, name, ...) \
  at( \
    RCUTILS_LOG_CONDITION_SKIPFIRST_BEFORE, RCUTILS_LOG_CONDITION_SKIPFIRST_AFTER, \
    name, __VA_ARGS__)
#define RCUTILS_LOG_THROTTLE_(at, get_time_point_value, duration, name, ...) \
  at( \
    RCUTILS_LOG_CONDITION_THROTTLE_BEFORE(get_time_point_value, duration), \
    RCUTILS_LOG_CONDITION_THROTTLE_AFTER, name, __VA_ARGS__)
/* The first line that is skipped is the first that is due. */
#define RCUTILS_LOG_SKIPFIRST_THROTTLE_(at, get_time_point_value, duration, name, ...) \
  at( \
    RCUTILS_LOG_CONDITION_THROTTLE_BEFORE(get_time_point_value, duration) \
    RCUTILS_LOG_CONDITION_SKIPFIRST_BEFORE, \
    RCUTILS_LOG_CONDITION_SKIPFIRST_AFTER RCUTILS_LOG_CONDITION_THROTTLE_AFTER, \
    name, __VA_ARGS__)

#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_DEBUG
#define RCUTILS_LOG_AT_DEBUG_(...) do {} while (0)
#else
#define RCUTILS_LOG_AT_DEBUG_(...) RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_DEBUG, __VA_ARGS__)
#endif
/// Logs at DEBUG for the root logger.
#define RCUTILS_LOG_DEBUG(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_DEBUG_, "", __VA_ARGS__)
/// Logs at DEBUG for a logger by its name.
#define RCUTILS_LOG_DEBUG_NAMED(name, ...) \
  RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_DEBUG_, name, __VA_ARGS__)
/// Logs at DEBUG for the root logger, the first time alone.
#define RCUTILS_LOG_DEBUG_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_DEBUG_, "", __VA_ARGS__)
/// Logs at DEBUG for a logger by its name, the first time alone.
#define RCUTILS_LOG_DEBUG_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_DEBUG_, name, __VA_ARGS__)
/// Logs at DEBUG for the root logger, if `expression` is true.
#define RCUTILS_LOG_DEBUG_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_DEBUG_, expression, "", __VA_ARGS__)
/// Logs at DEBUG for a logger by its name, if `expression` is true.
#define RCUTILS_LOG_DEBUG_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_DEBUG_, expression, name, __VA_ARGS__)
/// Logs at DEBUG for the root logger, if `function()` is true.
#define RCUTILS_LOG_DEBUG_FUNCTION(function, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_DEBUG_, function, "", __VA_ARGS__)
/// Logs at DEBUG for a logger by its name, if `function()` is true.
#define RCUTILS_LOG_DEBUG_FUNCTION_NAMED(function, name, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_DEBUG_, function, name, __VA_ARGS__)
/// Logs at DEBUG for the root logger, but not the first time.
#define RCUTILS_LOG_DEBUG_SKIPFIRST(...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_DEBUG_, "", __VA_ARGS__)
/// Logs at DEBUG for a logger by its name, but not the first time.
#define RCUTILS_LOG_DEBUG_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_DEBUG_, name, __VA_ARGS__)
/// Logs at DEBUG for the root logger, at most each `duration` ms.
#define RCUTILS_LOG_DEBUG_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_DEBUG_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at DEBUG for a logger by its name, at most each `duration` ms.
#define RCUTILS_LOG_DEBUG_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_DEBUG_, get_time_point_value, duration, name, __VA_ARGS__)
/// Logs at DEBUG for the root logger, at most each `duration` ms, but the first.
#define RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_DEBUG_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at DEBUG for a logger by its name, at most each `duration` ms, but the first.
#define RCUTILS_LOG_DEBUG_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_DEBUG_, get_time_point_value, duration, name, __VA_ARGS__)

#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_INFO
#define RCUTILS_LOG_AT_INFO_(...) do {} while (0)
#else
#define RCUTILS_LOG_AT_INFO_(...) RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_INFO, __VA_ARGS__)
#endif
/// Logs at INFO for the root logger.
#define RCUTILS_LOG_INFO(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_INFO_, "", __VA_ARGS__)
/// Logs at INFO for a logger by its name.
#define RCUTILS_LOG_INFO_NAMED(name, ...) \
  RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_INFO_, name, __VA_ARGS__)
/// Logs at INFO for the root logger, the first time alone.
#define RCUTILS_LOG_INFO_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_INFO_, "", __VA_ARGS__)
/// Logs at INFO for a logger by its name, the first time alone.
#define RCUTILS_LOG_INFO_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_INFO_, name, __VA_ARGS__)
/// Logs at INFO for the root logger, if `expression` is true.
#define RCUTILS_LOG_INFO_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_INFO_, expression, "", __VA_ARGS__)
/// Logs at INFO for a logger by its name, if `expression` is true.
#define RCUTILS_LOG_INFO_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_INFO_, expression, name, __VA_ARGS__)
/// Logs at INFO for the root logger, if `function()` is true.
#define RCUTILS_LOG_INFO_FUNCTION(function, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_INFO_, function, "", __VA_ARGS__)
/// Logs at INFO for a logger by its name, if `function()` is true.
#define RCUTILS_LOG_INFO_FUNCTION_NAMED(function, name, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_INFO_, function, name, __VA_ARGS__)
/// Logs at INFO for the root logger, but not the first time.
#define RCUTILS_LOG_INFO_SKIPFIRST(...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_INFO_, "", __VA_ARGS__)
/// Logs at INFO for a logger by its name, but not the first time.
#define RCUTILS_LOG_INFO_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_INFO_, name, __VA_ARGS__)
/// Logs at INFO for the root logger, at most each `duration` ms.
#define RCUTILS_LOG_INFO_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_INFO_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at INFO for a logger by its name, at most each `duration` ms.
#define RCUTILS_LOG_INFO_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_INFO_, get_time_point_value, duration, name, __VA_ARGS__)
/// Logs at INFO for the root logger, at most each `duration` ms, but the first.
#define RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_INFO_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at INFO for a logger by its name, at most each `duration` ms, but the first.
#define RCUTILS_LOG_INFO_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_INFO_, get_time_point_value, duration, name, __VA_ARGS__)

#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_WARN
#define RCUTILS_LOG_AT_WARN_(...) do {} while (0)
#else
#define RCUTILS_LOG_AT_WARN_(...) RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_WARN, __VA_ARGS__)
#endif
/// Logs at WARN for the root logger.
#define RCUTILS_LOG_WARN(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_WARN_, "", __VA_ARGS__)
/// Logs at WARN for a logger by its name.
#define RCUTILS_LOG_WARN_NAMED(name, ...) \
  RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_WARN_, name, __VA_ARGS__)
/// Logs at WARN for the root logger, the first time alone.
#define RCUTILS_LOG_WARN_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_WARN_, "", __VA_ARGS__)
/// Logs at WARN for a logger by its name, the first time alone.
#define RCUTILS_LOG_WARN_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_WARN_, name, __VA_ARGS__)
/// Logs at WARN for the root logger, if `expression` is true.
#define RCUTILS_LOG_WARN_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_WARN_, expression, "", __VA_ARGS__)
/// Logs at WARN for a logger by its name, if `expression` is true.
#define RCUTILS_LOG_WARN_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_WARN_, expression, name, __VA_ARGS__)
/// Logs at WARN for the root logger, if `function()` is true.
#define RCUTILS_LOG_WARN_FUNCTION(function, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_WARN_, function, "", __VA_ARGS__)
/// Logs at WARN for a logger by its name, if `function()` is true.
#define RCUTILS_LOG_WARN_FUNCTION_NAMED(function, name, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_WARN_, function, name, __VA_ARGS__)
/// Logs at WARN for the root logger, but not the first time.
#define RCUTILS_LOG_WARN_SKIPFIRST(...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_WARN_, "", __VA_ARGS__)
/// Logs at WARN for a logger by its name, but not the first time.
#define RCUTILS_LOG_WARN_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_WARN_, name, __VA_ARGS__)
/// Logs at WARN for the root logger, at most each `duration` ms.
#define RCUTILS_LOG_WARN_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_WARN_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at WARN for a logger by its name, at most each `duration` ms.
#define RCUTILS_LOG_WARN_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_WARN_, get_time_point_value, duration, name, __VA_ARGS__)
/// Logs at WARN for the root logger, at most each `duration` ms, but the first.
#define RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_WARN_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at WARN for a logger by its name, at most each `duration` ms, but the first.
#define RCUTILS_LOG_WARN_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_WARN_, get_time_point_value, duration, name, __VA_ARGS__)

#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_ERROR
#define RCUTILS_LOG_AT_ERROR_(...) do {} while (0)
#else
#define RCUTILS_LOG_AT_ERROR_(...) RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_ERROR, __VA_ARGS__)
#endif
/// Logs at ERROR for the root logger.
#define RCUTILS_LOG_ERROR(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_ERROR_, "", __VA_ARGS__)
/// Logs at ERROR for a logger by its name.
#define RCUTILS_LOG_ERROR_NAMED(name, ...) \
  RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_ERROR_, name, __VA_ARGS__)
/// Logs at ERROR for the root logger, the first time alone.
#define RCUTILS_LOG_ERROR_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_ERROR_, "", __VA_ARGS__)
/// Logs at ERROR for a logger by its name, the first time alone.
#define RCUTILS_LOG_ERROR_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_ERROR_, name, __VA_ARGS__)
/// Logs at ERROR for the root logger, if `expression` is true.
#define RCUTILS_LOG_ERROR_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_ERROR_, expression, "", __VA_ARGS__)
/// Logs at ERROR for a logger by its name, if `expression` is true.
#define RCUTILS_LOG_ERROR_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_ERROR_, expression, name, __VA_ARGS__)
/// Logs at ERROR for the root logger, if `function()` is true.
#define RCUTILS_LOG_ERROR_FUNCTION(function, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_ERROR_, function, "", __VA_ARGS__)
/// Logs at ERROR for a logger by its name, if `function()` is true.
#define RCUTILS_LOG_ERROR_FUNCTION_NAMED(function, name, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_ERROR_, function, name, __VA_ARGS__)
/// Logs at ERROR for the root logger, but not the first time.
#define RCUTILS_LOG_ERROR_SKIPFIRST(...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_ERROR_, "", __VA_ARGS__)
/// Logs at ERROR for a logger by its name, but not the first time.
#define RCUTILS_LOG_ERROR_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_ERROR_, name, __VA_ARGS__)
/// Logs at ERROR for the root logger, at most each `duration` ms.
#define RCUTILS_LOG_ERROR_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_ERROR_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at ERROR for a logger by its name, at most each `duration` ms.
#define RCUTILS_LOG_ERROR_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_ERROR_, get_time_point_value, duration, name, __VA_ARGS__)
/// Logs at ERROR for the root logger, at most each `duration` ms, but the first.
#define RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_ERROR_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at ERROR for a logger by its name, at most each `duration` ms, but the first.
#define RCUTILS_LOG_ERROR_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_ERROR_, get_time_point_value, duration, name, __VA_ARGS__)

#if RCUTILS_LOG_MIN_SEVERITY > RCUTILS_LOG_MIN_SEVERITY_FATAL
#define RCUTILS_LOG_AT_FATAL_(...) do {} while (0)
#else
#define RCUTILS_LOG_AT_FATAL_(...) RCUTILS_LOG_COND_NAMED(RCUTILS_LOG_SEVERITY_FATAL, __VA_ARGS__)
#endif
/// Logs at FATAL for the root logger.
#define RCUTILS_LOG_FATAL(...) RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_FATAL_, "", __VA_ARGS__)
/// Logs at FATAL for a logger by its name.
#define RCUTILS_LOG_FATAL_NAMED(name, ...) \
  RCUTILS_LOG_ALWAYS_(RCUTILS_LOG_AT_FATAL_, name, __VA_ARGS__)
/// Logs at FATAL for the root logger, the first time alone.
#define RCUTILS_LOG_FATAL_ONCE(...) RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_FATAL_, "", __VA_ARGS__)
/// Logs at FATAL for a logger by its name, the first time alone.
#define RCUTILS_LOG_FATAL_ONCE_NAMED(name, ...) \
  RCUTILS_LOG_ONCE_(RCUTILS_LOG_AT_FATAL_, name, __VA_ARGS__)
/// Logs at FATAL for the root logger, if `expression` is true.
#define RCUTILS_LOG_FATAL_EXPRESSION(expression, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_FATAL_, expression, "", __VA_ARGS__)
/// Logs at FATAL for a logger by its name, if `expression` is true.
#define RCUTILS_LOG_FATAL_EXPRESSION_NAMED(expression, name, ...) \
  RCUTILS_LOG_EXPRESSION_(RCUTILS_LOG_AT_FATAL_, expression, name, __VA_ARGS__)
/// Logs at FATAL for the root logger, if `function()` is true.
#define RCUTILS_LOG_FATAL_FUNCTION(function, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_FATAL_, function, "", __VA_ARGS__)
/// Logs at FATAL for a logger by its name, if `function()` is true.
#define RCUTILS_LOG_FATAL_FUNCTION_NAMED(function, name, ...) \
  RCUTILS_LOG_FUNCTION_(RCUTILS_LOG_AT_FATAL_, function, name, __VA_ARGS__)
/// Logs at FATAL for the root logger, but not the first time.
#define RCUTILS_LOG_FATAL_SKIPFIRST(...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_FATAL_, "", __VA_ARGS__)
/// Logs at FATAL for a logger by its name, but not the first time.
#define RCUTILS_LOG_FATAL_SKIPFIRST_NAMED(name, ...) \
  RCUTILS_LOG_SKIPFIRST_(RCUTILS_LOG_AT_FATAL_, name, __VA_ARGS__)
/// Logs at FATAL for the root logger, at most each `duration` ms.
#define RCUTILS_LOG_FATAL_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_FATAL_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at FATAL for a logger by its name, at most each `duration` ms.
#define RCUTILS_LOG_FATAL_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_THROTTLE_(RCUTILS_LOG_AT_FATAL_, get_time_point_value, duration, name, __VA_ARGS__)
/// Logs at FATAL for the root logger, at most each `duration` ms, but the first.
#define RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE(get_time_point_value, duration, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_FATAL_, get_time_point_value, duration, "", __VA_ARGS__)
/// Logs at FATAL for a logger by its name, at most each `duration` ms, but the first.
#define RCUTILS_LOG_FATAL_SKIPFIRST_THROTTLE_NAMED(get_time_point_value, duration, name, ...) \
  RCUTILS_LOG_SKIPFIRST_THROTTLE_( \
    RCUTILS_LOG_AT_FATAL_, get_time_point_value, duration, name, __VA_ARGS__)

#ifdef __cplusplus
}
#endif
#endif  // RCUTILS__LOGGING_MACROS_H_
