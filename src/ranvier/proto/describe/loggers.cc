#include "ranvier/proto/describe/loggers.h"

#include <string>

#include "ranvier/node/log.h"
#include "rcl_interfaces/srv/get_logger_levels.hpp"
#include "rcl_interfaces/srv/set_logger_levels.hpp"

namespace ranvier {
namespace {

using rcl_interfaces::srv::GetLoggerLevels;
using rcl_interfaces::srv::SetLoggerLevels;

void get_levels(const GetLoggerLevels::Request& request, GetLoggerLevels::Response& response) {
  for (const auto& name : request.names) {
    rcl_interfaces::msg::LoggerLevel level;
    level.name = name;
    level.level = static_cast<std::uint32_t>(logger(name).level());
    response.levels.push_back(level);
  }
}

rcl_interfaces::msg::SetLoggerLevelsResult set_level(
    const rcl_interfaces::msg::LoggerLevel& wanted) {
  rcl_interfaces::msg::SetLoggerLevelsResult result;
  result.successful = severity_name(static_cast<int>(wanted.level)) != nullptr;
  if (result.successful) {
    set_log_level(wanted.name, static_cast<int>(wanted.level));
  } else {
    result.reason = "Unable to determine severity_string for severity " +
                    std::to_string(wanted.level) + " of logger '" + wanted.name +
                    "': use 0 (unset), 10, 20, 30, 40 or 50";
  }
  return result;
}

void set_levels(const SetLoggerLevels::Request& request, SetLoggerLevels::Response& response) {
  for (const auto& level : request.levels) response.results.push_back(set_level(level));
}

}  // namespace

std::vector<NodeService> logger_services() {
  return {node_service<GetLoggerLevels>("~/get_logger_levels", &get_levels),
          node_service<SetLoggerLevels>("~/set_logger_levels", &set_levels)};
}

}  // namespace ranvier
