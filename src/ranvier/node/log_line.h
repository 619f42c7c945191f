// One line of a log, and where lines go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ranvier {

/// The numbers of RCUTILS_LOG_SEVERITY.
enum Severity : int { kUnset = 0, kDebug = 10, kInfo = 20, kWarn = 30, kError = 40, kFatal = 50 };

/// "INFO" for 20; null if no level has this number.
const char* severity_name(int severity) noexcept;
/// 20 for "info", in upper or lower case; -1 if there is no such level.
int severity_from_name(std::string_view name) noexcept;

/// Where in the source a line was logged. The strings outlive the call.
struct LogLocation {
  const char* function = "";
  const char* file = "";
  std::size_t line = 0;
};

/// One line as sinks and the writers see it.
struct LogLine {
  std::string_view name;
  int severity;
  std::int64_t stamp_ns;  ///< system time
  std::string_view message;
  LogLocation where;
};

/// Which writers are on; --enable- and --disable-…-logs set it.
struct LogOutputs {
  bool console = true;  ///< "stdout logs" of the arguments
  bool file = true;     ///< "external lib logs" of the arguments
  bool rosout = true;
  std::string file_prefix;  ///< --log-file-name; empty: the executable's name
};

/// The line as the console shows it, without colour and end of line.
/// Contract: any thread, allocates.
std::string format_log_line(const LogLine& line);
/// The same for a given format (see RCUTILS_CONSOLE_OUTPUT_FORMAT).
std::string format_log_line(std::string_view format, const LogLine& line);

/// $ROS_LOG_DIR, else $ROS_HOME/log, else ~/.ros/log.
std::string log_directory();

}  // namespace ranvier
