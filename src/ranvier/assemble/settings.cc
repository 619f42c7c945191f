#include "ranvier/assemble/settings.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "ranvier/assemble/once.h"

namespace ranvier {
namespace {

/// A variable that is heeded in ROS 2.
struct Setting {
  std::string_view name;  ///< with '*' at the end: all that begin so
  enum class Missing : std::uint8_t { kNever, kIfSet, kUnlessIt, kIfOther } when;
  std::string_view value;  ///< of kUnlessIt; of kIfOther: whose product heeds it
  std::string_view words;  ///< what is so here, and the remedy; of kIfOther made from the row
};
using enum Setting::Missing;

// The first that fits counts.
constexpr Setting kSettings[] = {
    {"ROS_SECURITY_LOG_*", kIfOther, "Fast DDS", ""},
    {"ROS_DISCOVERY_SERVER", kIfSet, "",
     "there is no discovery server here. Name the hosts of peers in ROS_STATIC_PEERS, and unset "
     "it."},
    {"ROS_SUPER_CLIENT", kUnlessIt, "FALSE", "there is no discovery server here. Unset it."},
    {"FASTRTPS_*", kIfOther, "Fast DDS", ""},
    {"FASTDDS_*", kIfOther, "Fast DDS", ""},
    {"SKIP_DEFAULT_XML*", kIfOther, "Fast DDS", ""},
    {"CYCLONEDDS_URI", kIfOther, "Cyclone DDS", ""},
    {"NDDS_*", kIfOther, "Connext", ""},
    {"ZENOH_*", kIfOther, "Zenoh", ""},
    {"RMW_IMPLEMENTATION", kNever, "", ""},
    {"RMW_FASTRTPS_*", kIfOther, "Fast DDS", ""},
    {"RMW_*", kIfOther, "another middleware", ""},
    {"RCL_LOGGING_IMPLEMENTATION", kUnlessIt, "rcl_logging_spdlog",
     "the log has one implementation, with the folders and formats of rcl_logging_spdlog. To have "
     "no files, give --ros-args --disable-external-lib-logs; unset it."},
    {"RCL_LOGGING_SPDLOG_*", kIfSet, "", "every line goes to the log file at once. Unset it."},
    {"RCUTILS_CONSOLE_OUTPUT_FORMAT", kNever, "", ""},
    {"RCUTILS_COLORIZED_OUTPUT", kNever, "", ""},
    {"RCUTILS_LOGGING_USE_STDOUT", kNever, "", ""},
    {"RCUTILS_LOGGING_BUFFERED_STREAM", kNever, "", ""},
    {"RCUTILS_CONSOLE_STDOUT_LINE_BUFFERED", kIfSet, "",
     "ROS 2 has it no more. Set RCUTILS_LOGGING_USE_STDOUT and RCUTILS_LOGGING_BUFFERED_STREAM, "
     "and unset it."},
    {"RCUTILS_*", kIfSet, "",
     "there is no such setting. Those of the log are RCUTILS_CONSOLE_OUTPUT_FORMAT, "
     "RCUTILS_COLORIZED_OUTPUT, RCUTILS_LOGGING_USE_STDOUT and RCUTILS_LOGGING_BUFFERED_STREAM."},
    {"TRACETOOLS_RUNTIME_DISABLE", kUnlessIt, "0",
     "what records is told by RANVIER_TRACE, RANVIER_TRACE_LTTNG and RANVIER_TRACE_SESSIONS "
     "(off: `ros2 trace` leaves the process alone). Unset it."},
};

struct Variable {
  std::string_view name;
  std::string_view value;

  std::string words(std::string_view what) const {
    return std::string(name) + "='" + std::string(value) + "' is not heeded: " + std::string(what);
  }
};

bool fits(std::string_view name, std::string_view pattern) {
  if (!pattern.ends_with('*')) return name == pattern;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

std::string of_other_product(std::string_view owner, const NetworkRow& row) {
  return "it is of " + std::string(owner) + ", and the middleware here is " + row.product +
         ". Say it in " + row.variable + " or by the QoS in the program, and unset it.";
}

// What to say of the variable; empty if nothing.
std::string missing(const Variable& variable, const NetworkRow& row) {
  for (const Setting& one : kSettings) {
    if (!fits(variable.name, one.name)) continue;
    if (one.when == kIfOther) {
      return one.value == row.product ? "" : of_other_product(one.value, row);
    }
    const bool is_missing =
        one.when == kIfSet || (one.when == kUnlessIt && variable.value != one.value);
    return std::string(is_missing ? one.words : "");
  }
  return "";
}

std::string_view value_of(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  return value ? value : "";
}

Result<void> check_asserted_middleware(const NetworkRow& row) {
  const std::string_view asserted = value_of("RCL_ASSERT_RMW_ID_MATCHES");
  if (asserted.empty() || asserted == row.rmw) return {};
  return Error{Code::kUnsupported, "RCL_ASSERT_RMW_ID_MATCHES='" + std::string(asserted) +
                                       "', but the middleware here is " + row.rmw +
                                       ". Set it to that, or unset it."};
}

}  // namespace

Result<void> check_settings(const NetworkRow& row,
                            const std::function<void(const std::string&)>& warn) {
  static auto& told = *new Once;  // contexts may be made by static objects
  const auto once = [&](const std::string& text) { told.tell(text, warn); };
  if (auto middleware = check_asserted_middleware(row); !middleware) return middleware;
  for (char** entry = ::environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view whole = *entry;
    const Variable variable{whole.substr(0, whole.find('=')),
                            whole.substr(std::min(whole.find('=') + 1, whole.size()))};
    if (variable.value.empty()) continue;
    if (const auto what = missing(variable, row); !what.empty()) once(variable.words(what));
  }
  return {};
}

}  // namespace ranvier
