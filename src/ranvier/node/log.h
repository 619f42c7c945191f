// Logging: levels by name, lines to the console, to a file and to whoever else
// wants them (/rosout).
//
// A logger is an interned name. Its threshold is one atomic word that always
// holds the effective level, so that a line that nobody wants costs one branch
// and is never formatted. The environment variables that shape the output are
// those of ROS 2 (RCUTILS_CONSOLE_OUTPUT_FORMAT, RCUTILS_COLORIZED_OUTPUT,
// RCUTILS_LOGGING_USE_STDOUT, RCUTILS_LOGGING_BUFFERED_STREAM, ROS_LOG_DIR,
// ROS_HOME), read at the first line.
#pragma once

#include <atomic>
#include <cstdarg>
#include <functional>
#include <string>
#include <string_view>

#include "ranvier/node/log_line.h"

namespace ranvier {

/// One name and the level at which its lines begin to pass.
///
/// Threads:  any.
/// Lifetime: made by logger(), kept until the process ends.
class Logger final {
 public:
  explicit Logger(std::string name) : name_(std::move(name)) {}
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  /// Contract: any thread, wait-free.
  bool enabled(int severity) const noexcept {
    return severity >= threshold_.load(std::memory_order_relaxed);
  }
  const std::string& name() const noexcept { return name_; }
  /// For headers that check without seeing this class.
  const std::atomic<int>& threshold() const noexcept { return threshold_; }
  /// The level of its own; kUnset if it comes from an ancestor.
  int level() const noexcept { return level_.load(std::memory_order_relaxed); }

 private:
  friend class LoggerTable;
  const std::string name_;
  std::atomic<int> threshold_{kInfo};
  std::atomic<int> level_{kUnset};
};

/// The logger of a name; "a.b" inherits from "a", which inherits from "".
/// Contract: any thread; locks; allocates at the first call for a name.
Logger& logger(std::string_view name);

/// Sets the level of `name` ("" is the root) and, through it, of every
/// descendant that has none of its own. kUnset inherits again.
/// Contract: any thread; locks.
void set_log_level(std::string_view name, int severity);

/// The root's level: what loggers without their own or an ancestor's have.
int default_log_level() noexcept;

/// Formats and writes one line, whatever the logger's level; callers ask
/// enabled() first.
/// Contract: any thread; blocks on the output streams; allocates.
void log(const Logger& logger, int severity, const LogLocation& where, const char* format, ...)
    __attribute__((format(printf, 4, 5)));
void vlog(const Logger& logger, int severity, const LogLocation& where, const char* format,
          std::va_list arguments);
/// The same for a message that is already text.
void log_text(const Logger& logger, int severity, const LogLocation& where,
              std::string_view message);

/// Tells the logger "rcl" at the level DEBUG what the core has made, as ROS 2's core does.
/// Contract: any thread; see log().
void log_made(const char* kind, const std::string& name);

/// Sees every line that passes; called on the threads that log, several at once.
/// Lines that a sink itself logs come to no sink.
using LogSink = std::function<void(const LogLine&)>;

/// Adds a receiver of lines. Contract: any thread, locks.
/// @return what remove_log_sink() takes.
int add_log_sink(LogSink sink);
/// After it returns the sink is not running and will not be called again.
/// Contract: any thread but not from inside a sink; blocks until calls end.
void remove_log_sink(int id);

/// Which writers are on.
void set_log_outputs(const LogOutputs& outputs);
LogOutputs log_outputs();

/// Replaces the console writer (not files and sinks); empty restores it.
void set_console_writer(std::function<void(const LogLine&)> writer);
/// The built-in console writer.
void write_to_console(const LogLine& line);

/// The file that lines go to; empty before the first line or without one.
std::string log_file_path();

/// Reads the environment again, reopens the file at the next line and forgets
/// all levels. For tests and for init after a complete shutdown.
void reset_logging();

}  // namespace ranvier
