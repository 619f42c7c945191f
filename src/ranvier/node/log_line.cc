// Severities by name, and the line as RCUTILS_CONSOLE_OUTPUT_FORMAT describes it.
#include <cinttypes>
#include <cstdio>
#include <ctime>

#include "ranvier/base/ascii.h"
#include "ranvier/node/log_line.h"

namespace ranvier {
namespace {

struct LevelName {
  int severity;
  const char* name;
};

constexpr LevelName kLevels[] = {{kUnset, "UNSET"}, {kDebug, "DEBUG"}, {kInfo, "INFO"},
                                 {kWarn, "WARN"},   {kError, "ERROR"}, {kFatal, "FATAL"}};

constexpr std::int64_t kSecond = 1000000000;

std::string seconds_text(std::int64_t stamp_ns) {
  const std::uint64_t size = stamp_ns < 0 ? 0 - static_cast<std::uint64_t>(stamp_ns)
                                          : static_cast<std::uint64_t>(stamp_ns);
  char text[40];
  std::snprintf(text, sizeof text, "%s%.10" PRIu64 ".%.9" PRIu64, stamp_ns < 0 ? "-" : "",
                size / kSecond, size % kSecond);
  return text;
}

std::string nanoseconds_text(std::int64_t stamp_ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%.19" PRId64, stamp_ns);
  return text;
}

std::string date_text(std::int64_t stamp_ns) {
  const std::time_t seconds = stamp_ns / kSecond;
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[64];
  const auto length = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  std::snprintf(text + length, sizeof text - length, ".%03d",
                static_cast<int>(stamp_ns % kSecond / 1000000));
  return text;
}

// Appends what `{token}` stands for; false if it stands for nothing.
bool append_token(std::string& to, std::string_view token, const LogLine& line) {
  if (token == "message") to += line.message;
  else if (token == "name") to += line.name;
  else if (token == "severity")
    to += severity_name(line.severity) ? severity_name(line.severity) : "";
  else if (token == "time") to += seconds_text(line.stamp_ns);
  else if (token == "time_as_nanoseconds") to += nanoseconds_text(line.stamp_ns);
  else if (token == "date_time_with_ms") to += date_text(line.stamp_ns);
  else if (token == "function_name") to += line.where.function;
  else if (token == "file_name") to += line.where.file;
  else if (token == "line_number") to += std::to_string(line.where.line);
  else return false;
  return true;
}

// What a backslash and the text after it stand for; the length that it takes
// up after the backslash, 0 if it stands for itself.
std::size_t append_escape(std::string& to, std::string_view after) {
  if (after.substr(0, 3) == "x1b") return to += '\x1b', 3;
  switch (after.empty() ? '\0' : after[0]) {
    case 'a': to += '\a'; return 1;
    case 'b': to += '\b'; return 1;
    case 'n': to += '\n'; return 1;
    case 'r': to += '\r'; return 1;
    case 't': to += '\t'; return 1;
    default: return 0;
  }
}

}  // namespace

const char* severity_name(int severity) noexcept {
  for (const auto& level : kLevels) {
    if (level.severity == severity) return level.name;
  }
  return nullptr;
}

int severity_from_name(std::string_view name) noexcept {
  for (const auto& level : kLevels) {
    if (same_word(name, level.name)) return level.severity;
  }
  return -1;
}

std::string format_log_line(std::string_view format, const LogLine& line) {
  std::string text;
  text.reserve(format.size() + line.message.size() + line.name.size() + 32);
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '{') {
      const auto end = format.find('}', i);
      if (end != std::string_view::npos &&
          append_token(text, format.substr(i + 1, end - i - 1), line)) {
        i = end;
        continue;
      }
    } else if (format[i] == '\\') {
      const auto taken = append_escape(text, format.substr(i + 1));
      i += taken;
      if (taken != 0) continue;
    }
    text += format[i];
  }
  return text;
}

}  // namespace ranvier
