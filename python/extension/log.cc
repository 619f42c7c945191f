#include "extension/log.h"

#include <nanobind/stl/string.h>

#include <string>

#include "ranvier/node/log.h"

namespace ranvier::python {
namespace {

void write(int severity, const std::string& name, const std::string& message,
           const std::string& function, const std::string& file, std::size_t line) {
  const Logger& to = logger(name);
  if (!to.enabled(severity)) return;
  const LogLocation where{function.c_str(), file.c_str(), line};
  without_gil([&] { log_text(to, severity, where, message); });
}

int level_of(const std::string& text) {
  const int level = severity_from_name(text);
  if (level >= 0) return level;
  raise(exceptions().rcutils, "failed to get severity from string '" + text +
                                  "': use one of UNSET, DEBUG, INFO, WARN, ERROR, FATAL");
}

void set_level(const std::string& name, int level) {
  if (severity_name(level) == nullptr) {
    raise(exceptions().rcutils, "failed to set level " + std::to_string(level) + " of logger '" +
                                    name + "': use one of LoggingSeverity");
  }
  set_log_level(name, level);
}

}  // namespace

void bind_log(nb::module_& module) {
  module.def("rclpy_logging_rcutils_log", &write);
  module.def(
      "rclpy_logging_set_logger_level",
      [](const std::string& name, int level, bool) { set_level(name, level); }, nb::arg("name"),
      nb::arg("level"), nb::arg("detailed_error") = false);
  module.def("rclpy_logging_get_logger_level",
             [](const std::string& name) { return logger(name).level(); });
  module.def("rclpy_logging_get_logger_effective_level",
             [](const std::string& name) { return logger(name).threshold().load(); });
  module.def("rclpy_logging_logger_is_enabled_for",
             [](const std::string& name, int severity) { return logger(name).enabled(severity); });
  module.def("rclpy_logging_severity_level_from_string", &level_of);
  module.def("rclpy_logging_get_logging_directory", &log_directory);
  module.def("rclpy_logging_get_separator_string", [] { return "."; });
  module.def("rclpy_logging_shutdown", [] { without_gil(&reset_logging); });
}

}  // namespace ranvier::python
