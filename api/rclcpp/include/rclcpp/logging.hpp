// The macros that log: RCLCPP_<LEVEL>[_STREAM][_<WHEN>](logger, …).
//
// Each asks the logger's level first, one inline comparison, and evaluates
// nothing else if the line does not pass. WHEN is ONCE, SKIPFIRST, EXPRESSION,
// FUNCTION (a pointer to something to call), THROTTLE (a clock and milliseconds)
// or SKIPFIRST_THROTTLE.
#ifndef RCLCPP__LOGGING_HPP_
#define RCLCPP__LOGGING_HPP_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "rclcpp/context.hpp"
#include "rclcpp/logger.hpp"
#include "rclcpp/macros.hpp"
#include "rcutils/logging_macros.h"

#define RCLCPP_LOG_MIN_SEVERITY_DEBUG 0
#define RCLCPP_LOG_MIN_SEVERITY_INFO 1
#define RCLCPP_LOG_MIN_SEVERITY_WARN 2
#define RCLCPP_LOG_MIN_SEVERITY_ERROR 3
#define RCLCPP_LOG_MIN_SEVERITY_FATAL 4
#define RCLCPP_LOG_MIN_SEVERITY_NONE 5

/// Levels below it cost nothing at all.
#ifndef RCLCPP_LOG_MIN_SEVERITY
#define RCLCPP_LOG_MIN_SEVERITY RCLCPP_LOG_MIN_SEVERITY_DEBUG
#endif

namespace rclcpp
{
namespace detail
{

struct LogLocation
{
  const char * function;
  const char * file;
  std::size_t line;
};

/// What the macros call.
/// Threads: any.
class RCLCPP_PUBLIC LogSite
{
public:
  static bool enabled(const Logger & logger, int severity) {return logger.enabled(severity);}
  static void write(
    const Logger & logger, int severity, const LogLocation & where, const char * format, ...)
  __attribute__((format(printf, 4, 5)));
  static void write_text(
    const Logger & logger, int severity, const LogLocation & where, const std::string & text);
};

/// The conditions WHEN, one object per place in the source.
struct LogAlways
{
  bool pass() const {return true;}
  bool pass(bool condition) const {return condition;}
};

struct LogOnce
{
  bool pass() {return !done_.exchange(true, std::memory_order_relaxed);}
  std::atomic<bool> done_{false};
};

struct LogSkipFirst
{
  bool pass() {return seen_.exchange(true, std::memory_order_relaxed);}
  std::atomic<bool> seen_{false};
};

struct LogThrottle
{
  bool pass(std::int64_t now_ns, std::int64_t period_ms)
  {
    std::int64_t last = last_ns_.load(std::memory_order_relaxed);
    if (last != kNever && (now_ns - last) / 1000000 < period_ms) {return false;}
    return last_ns_.compare_exchange_strong(last, now_ns, std::memory_order_relaxed);
  }
  static constexpr std::int64_t kNever = INT64_MIN;  // a clock may begin at 0, and stay there
  std::atomic<std::int64_t> last_ns_{kNever};
};

struct LogSkipFirstThrottle
{
  bool pass(std::int64_t now_ns, std::int64_t period_ms)
  {
    return throttle_.pass(now_ns, period_ms) && first_.pass();
  }
  LogThrottle throttle_;
  LogSkipFirst first_;
};

}  // namespace detail
}  // namespace rclcpp

// LEVEL and its number, the kind of condition, a call of its pass(), the logger,
// and last the function that writes with its arguments.
#define RCLCPP_LOG_WHEN_(LEVEL, severity, When, pass_call, logger, ...) \
  do { \
    static ::rclcpp::detail::When rclcpp_log_when_; \
    const ::rclcpp::Logger & rclcpp_log_logger_ = (logger); \
    constexpr int rclcpp_log_severity_ = (severity); \
    if (RCLCPP_LOGGING_ENABLED && \
      RCLCPP_LOG_MIN_SEVERITY <= RCLCPP_LOG_MIN_SEVERITY_##LEVEL && \
      ::rclcpp::detail::LogSite::enabled(rclcpp_log_logger_, rclcpp_log_severity_) && \
      rclcpp_log_when_.pass_call) \
    { \
      const ::rclcpp::detail::LogLocation rclcpp_log_where_{__func__, __FILE__, __LINE__}; \
      __VA_ARGS__ \
    } \
  } while (0)

// `duration` may be of any arithmetic type.
#define RCLCPP_LOG_PASS_AT_(clock, duration) \
  pass((clock).now().nanoseconds(), static_cast<::std::int64_t>(duration))

#define RCLCPP_LOG_PRINT_(...) \
  ::rclcpp::detail::LogSite::write( \
    rclcpp_log_logger_, rclcpp_log_severity_, rclcpp_log_where_, __VA_ARGS__);

#define RCLCPP_LOG_STREAM_(stream_arg) \
  ::std::ostringstream rclcpp_log_stream_; \
  rclcpp_log_stream_ << stream_arg; \
  ::rclcpp::detail::LogSite::write_text( \
    rclcpp_log_logger_, rclcpp_log_severity_, rclcpp_log_where_, rclcpp_log_stream_.str());

// ---- DEBUG ----

/// Logs at DEBUG: a format of printf and its arguments.
#define RCLCPP_DEBUG(logger, ...) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogAlways, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at DEBUG: what is written into a stream.
#define RCLCPP_DEBUG_STREAM(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogAlways, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at DEBUG, the first time alone: a format of printf and its arguments.
#define RCLCPP_DEBUG_ONCE(logger, ...) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogOnce, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at DEBUG, the first time alone: what is written into a stream.
#define RCLCPP_DEBUG_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogOnce, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at DEBUG, if `expression` is true: a format of printf and its arguments.
#define RCLCPP_DEBUG_EXPRESSION(logger, expression, ...) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at DEBUG, if `expression` is true: what is written into a stream.
#define RCLCPP_DEBUG_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at DEBUG, if `function()` is true: a format of printf and its arguments.
#define RCLCPP_DEBUG_FUNCTION(logger, function, ...) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at DEBUG, if `function()` is true: what is written into a stream.
#define RCLCPP_DEBUG_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at DEBUG, but not the first time: a format of printf and its arguments.
#define RCLCPP_DEBUG_SKIPFIRST(logger, ...) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at DEBUG, but not the first time: what is written into a stream.
#define RCLCPP_DEBUG_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at DEBUG, at most each `duration` ms of `clock`: printf's arguments.
#define RCLCPP_DEBUG_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at DEBUG, at most each `duration` ms of `clock`: a stream.
#define RCLCPP_DEBUG_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at DEBUG, at most each `duration` ms of `clock`, but the first: printf's arguments.
#define RCLCPP_DEBUG_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at DEBUG, at most each `duration` ms of `clock`, but the first: a stream.
#define RCLCPP_DEBUG_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(DEBUG, 10, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))

// ---- INFO ----

/// Logs at INFO: a format of printf and its arguments.
#define RCLCPP_INFO(logger, ...) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogAlways, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at INFO: what is written into a stream.
#define RCLCPP_INFO_STREAM(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogAlways, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at INFO, the first time alone: a format of printf and its arguments.
#define RCLCPP_INFO_ONCE(logger, ...) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogOnce, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at INFO, the first time alone: what is written into a stream.
#define RCLCPP_INFO_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogOnce, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at INFO, if `expression` is true: a format of printf and its arguments.
#define RCLCPP_INFO_EXPRESSION(logger, expression, ...) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at INFO, if `expression` is true: what is written into a stream.
#define RCLCPP_INFO_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at INFO, if `function()` is true: a format of printf and its arguments.
#define RCLCPP_INFO_FUNCTION(logger, function, ...) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at INFO, if `function()` is true: what is written into a stream.
#define RCLCPP_INFO_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at INFO, but not the first time: a format of printf and its arguments.
#define RCLCPP_INFO_SKIPFIRST(logger, ...) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at INFO, but not the first time: what is written into a stream.
#define RCLCPP_INFO_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at INFO, at most each `duration` ms of `clock`: printf's arguments.
#define RCLCPP_INFO_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at INFO, at most each `duration` ms of `clock`: what is written into a stream.
#define RCLCPP_INFO_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at INFO, at most each `duration` ms of `clock`, but the first: printf's arguments.
#define RCLCPP_INFO_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at INFO, at most each `duration` ms of `clock`, but the first: a stream.
#define RCLCPP_INFO_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(INFO, 20, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))

// ---- WARN ----

/// Logs at WARN: a format of printf and its arguments.
#define RCLCPP_WARN(logger, ...) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogAlways, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at WARN: what is written into a stream.
#define RCLCPP_WARN_STREAM(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogAlways, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at WARN, the first time alone: a format of printf and its arguments.
#define RCLCPP_WARN_ONCE(logger, ...) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogOnce, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at WARN, the first time alone: what is written into a stream.
#define RCLCPP_WARN_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogOnce, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at WARN, if `expression` is true: a format of printf and its arguments.
#define RCLCPP_WARN_EXPRESSION(logger, expression, ...) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at WARN, if `expression` is true: what is written into a stream.
#define RCLCPP_WARN_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at WARN, if `function()` is true: a format of printf and its arguments.
#define RCLCPP_WARN_FUNCTION(logger, function, ...) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at WARN, if `function()` is true: what is written into a stream.
#define RCLCPP_WARN_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at WARN, but not the first time: a format of printf and its arguments.
#define RCLCPP_WARN_SKIPFIRST(logger, ...) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at WARN, but not the first time: what is written into a stream.
#define RCLCPP_WARN_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at WARN, at most each `duration` ms of `clock`: printf's arguments.
#define RCLCPP_WARN_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at WARN, at most each `duration` ms of `clock`: what is written into a stream.
#define RCLCPP_WARN_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at WARN, at most each `duration` ms of `clock`, but the first: printf's arguments.
#define RCLCPP_WARN_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at WARN, at most each `duration` ms of `clock`, but the first: a stream.
#define RCLCPP_WARN_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(WARN, 30, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))

// ---- ERROR ----

/// Logs at ERROR: a format of printf and its arguments.
#define RCLCPP_ERROR(logger, ...) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogAlways, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at ERROR: what is written into a stream.
#define RCLCPP_ERROR_STREAM(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogAlways, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at ERROR, the first time alone: a format of printf and its arguments.
#define RCLCPP_ERROR_ONCE(logger, ...) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogOnce, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at ERROR, the first time alone: what is written into a stream.
#define RCLCPP_ERROR_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogOnce, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at ERROR, if `expression` is true: a format of printf and its arguments.
#define RCLCPP_ERROR_EXPRESSION(logger, expression, ...) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at ERROR, if `expression` is true: what is written into a stream.
#define RCLCPP_ERROR_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at ERROR, if `function()` is true: a format of printf and its arguments.
#define RCLCPP_ERROR_FUNCTION(logger, function, ...) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at ERROR, if `function()` is true: what is written into a stream.
#define RCLCPP_ERROR_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at ERROR, but not the first time: a format of printf and its arguments.
#define RCLCPP_ERROR_SKIPFIRST(logger, ...) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at ERROR, but not the first time: what is written into a stream.
#define RCLCPP_ERROR_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at ERROR, at most each `duration` ms of `clock`: printf's arguments.
#define RCLCPP_ERROR_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at ERROR, at most each `duration` ms of `clock`: a stream.
#define RCLCPP_ERROR_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at ERROR, at most each `duration` ms of `clock`, but the first: printf's arguments.
#define RCLCPP_ERROR_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at ERROR, at most each `duration` ms of `clock`, but the first: a stream.
#define RCLCPP_ERROR_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(ERROR, 40, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))

// ---- FATAL ----

/// Logs at FATAL: a format of printf and its arguments.
#define RCLCPP_FATAL(logger, ...) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogAlways, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at FATAL: what is written into a stream.
#define RCLCPP_FATAL_STREAM(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogAlways, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at FATAL, the first time alone: a format of printf and its arguments.
#define RCLCPP_FATAL_ONCE(logger, ...) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogOnce, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at FATAL, the first time alone: what is written into a stream.
#define RCLCPP_FATAL_STREAM_ONCE(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogOnce, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at FATAL, if `expression` is true: a format of printf and its arguments.
#define RCLCPP_FATAL_EXPRESSION(logger, expression, ...) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at FATAL, if `expression` is true: what is written into a stream.
#define RCLCPP_FATAL_STREAM_EXPRESSION(logger, expression, stream_arg) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogAlways, pass(static_cast<bool>(expression)), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at FATAL, if `function()` is true: a format of printf and its arguments.
#define RCLCPP_FATAL_FUNCTION(logger, function, ...) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at FATAL, if `function()` is true: what is written into a stream.
#define RCLCPP_FATAL_STREAM_FUNCTION(logger, function, stream_arg) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogAlways, pass(static_cast<bool>((*(function))())), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at FATAL, but not the first time: a format of printf and its arguments.
#define RCLCPP_FATAL_SKIPFIRST(logger, ...) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at FATAL, but not the first time: what is written into a stream.
#define RCLCPP_FATAL_STREAM_SKIPFIRST(logger, stream_arg) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogSkipFirst, pass(), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at FATAL, at most each `duration` ms of `clock`: printf's arguments.
#define RCLCPP_FATAL_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at FATAL, at most each `duration` ms of `clock`: a stream.
#define RCLCPP_FATAL_STREAM_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))
/// Logs at FATAL, at most each `duration` ms of `clock`, but the first: printf's arguments.
#define RCLCPP_FATAL_SKIPFIRST_THROTTLE(logger, clock, duration, ...) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_PRINT_(__VA_ARGS__))
/// Logs at FATAL, at most each `duration` ms of `clock`, but the first: a stream.
#define RCLCPP_FATAL_STREAM_SKIPFIRST_THROTTLE(logger, clock, duration, stream_arg) \
  RCLCPP_LOG_WHEN_(FATAL, 50, LogSkipFirstThrottle, RCLCPP_LOG_PASS_AT_(clock, duration), \
    logger, RCLCPP_LOG_STREAM_(stream_arg))

#endif  // RCLCPP__LOGGING_HPP_
