// The C names of the log, over the runtime's own.
#include "rcutils/logging.h"

#include <atomic>
#include <cstring>
#include <string>

#include "ranvier/node/log.h"
#include "rcutils/error_handling.h"

const char* const g_rcutils_log_severity_names[RCUTILS_LOG_SEVERITY_FATAL + 1] = {
    "UNSET", nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    "DEBUG", nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    "INFO",  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    "WARN",  nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    "ERROR", nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    "FATAL"};

namespace {

std::atomic<rcutils_logging_output_handler_t> g_handler{nullptr};

std::string_view name_or_root(const char* name) { return name ? name : ""; }

ranvier::LogLocation core_location(const rcutils_log_location_t* where) {
  if (!where) return {};
  return {where->function_name ? where->function_name : "",
          where->file_name ? where->file_name : "", where->line_number};
}

// A handler takes a va_list, which only a variadic function can make.
void call_handler(rcutils_logging_output_handler_t handler, const ranvier::LogLine& line,
                  const char* format, ...) {
  const rcutils_log_location_t where{line.where.function, line.where.file, line.where.line};
  const std::string name(line.name);
  std::va_list arguments;
  va_start(arguments, format);
  handler(&where, line.severity, name.c_str(), line.stamp_ns, format, &arguments);
  va_end(arguments);
}

}  // namespace

bool g_rcutils_logging_initialized = false;

rcutils_ret_t rcutils_logging_initialize() {
  g_rcutils_logging_initialized = true;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_logging_initialize_with_allocator(rcutils_allocator_t allocator) {
  if (g_rcutils_logging_initialized) return RCUTILS_RET_OK;
  if (rcutils_allocator_is_valid(&allocator)) return rcutils_logging_initialize();
  RCUTILS_SET_ERROR_MSG("the allocator of the log lacks a function");
  return RCUTILS_RET_INVALID_ARGUMENT;
}

rcutils_ret_t rcutils_logging_shutdown() {
  ranvier::reset_logging();
  g_handler = nullptr;
  g_rcutils_logging_initialized = false;
  return RCUTILS_RET_OK;
}

rcutils_ret_t rcutils_logging_severity_level_from_string(const char* severity_string,
                                                         rcutils_allocator_t /*allocator*/,
                                                         int* severity) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(severity_string, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(severity, RCUTILS_RET_INVALID_ARGUMENT);
  const int found = ranvier::severity_from_name(severity_string);
  if (found < 0) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("'%s' is no severity: write DEBUG, INFO, WARN, ERROR "
                                             "or FATAL", severity_string);
    return RCUTILS_RET_LOGGING_SEVERITY_STRING_INVALID;
  }
  *severity = found;
  return RCUTILS_RET_OK;
}

int rcutils_logging_get_default_logger_level() { return ranvier::default_log_level(); }

void rcutils_logging_set_default_logger_level(int level) { ranvier::set_log_level("", level); }

int rcutils_logging_get_logger_level(const char* name) {
  return rcutils_logging_get_logger_leveln(name, name ? std::strlen(name) : 0);
}

int rcutils_logging_get_logger_leveln(const char* name, size_t name_length) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(name, -1);
  const std::string_view logger(name, strnlen(name, name_length));
  return logger.empty() ? ranvier::default_log_level() : ranvier::logger(logger).level();
}

rcutils_ret_t rcutils_logging_set_logger_level(const char* name, int level) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(name, RCUTILS_RET_INVALID_ARGUMENT);
  if (!ranvier::severity_name(level)) {
    RCUTILS_SET_ERROR_MSG_WITH_FORMAT_STRING("Unable to determine severity_string for severity: %d",
                                             level);
    return RCUTILS_RET_INVALID_ARGUMENT;
  }
  ranvier::set_log_level(name, level);
  return RCUTILS_RET_OK;
}

int rcutils_logging_get_logger_effective_level(const char* name) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(name, -1);
  return ranvier::logger(name).threshold().load(std::memory_order_relaxed);
}

bool rcutils_logging_logger_is_enabled_for(const char* name, int severity) {
  return ranvier::logger(name_or_root(name)).enabled(severity);
}

rcutils_logging_output_handler_t rcutils_logging_get_output_handler() {
  const auto handler = g_handler.load();
  return handler ? handler : rcutils_logging_console_output_handler;
}

void rcutils_logging_set_output_handler(rcutils_logging_output_handler_t handler) {
  if (handler == rcutils_logging_console_output_handler) handler = nullptr;
  g_handler = handler;
  if (!handler) return ranvier::set_console_writer(nullptr);
  ranvier::set_console_writer([handler](const ranvier::LogLine& line) {
    const std::string message(line.message);
    call_handler(handler, line, "%s", message.c_str());
  });
}

void rcutils_logging_console_output_handler(const rcutils_log_location_t* location, int severity,
                                            const char* name,
                                            rcutils_time_point_value_t timestamp,
                                            const char* format, va_list* args) {
  if (format == nullptr || args == nullptr) return;
  char message[1024];
  std::vsnprintf(message, sizeof message, format, *args);
  ranvier::write_to_console(
      {name_or_root(name), severity, timestamp, message, core_location(location)});
}

rcutils_ret_t rcutils_logging_format_message(const rcutils_log_location_t* location, int severity,
                                             const char* name,
                                             rcutils_time_point_value_t timestamp, const char* msg,
                                             rcutils_char_array_t* logging_output) {
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(msg, RCUTILS_RET_INVALID_ARGUMENT);
  RCUTILS_CHECK_ARGUMENT_FOR_NULL(logging_output, RCUTILS_RET_INVALID_ARGUMENT);
  const std::string line = ranvier::format_log_line(
      {name_or_root(name), severity, timestamp, msg, core_location(location)});
  return rcutils_char_array_strcat(logging_output, line.c_str());
}

void rcutils_log_internal(const rcutils_log_location_t* location, int severity, const char* name,
                          const char* format, ...) {
  if (format == nullptr) return;
  std::va_list arguments;
  va_start(arguments, format);
  ranvier::vlog(ranvier::logger(name_or_root(name)), severity, core_location(location), format,
                arguments);
  va_end(arguments);
}

void rcutils_log(const rcutils_log_location_t* location, int severity, const char* name,
                 const char* format, ...) {
  const ranvier::Logger& logger = ranvier::logger(name_or_root(name));
  if (!logger.enabled(severity) || format == nullptr) return;
  std::va_list arguments;
  va_start(arguments, format);
  ranvier::vlog(logger, severity, core_location(location), format, arguments);
  va_end(arguments);
}
