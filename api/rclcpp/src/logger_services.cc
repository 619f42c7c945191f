#include "logger_services.hpp"

#include <string>

#include "ranvier/node/log.h"
#include "rcl_interfaces/srv/get_logger_levels.hpp"
#include "rcl_interfaces/srv/set_logger_levels.hpp"
#include "rclcpp/service.hpp"

namespace rclcpp::detail
{
namespace
{

using rcl_interfaces::srv::GetLoggerLevels;
using rcl_interfaces::srv::SetLoggerLevels;

void get_levels(
  std::shared_ptr<GetLoggerLevels::Request> request,
  std::shared_ptr<GetLoggerLevels::Response> response)
{
  for (const auto & name : request->names) {
    rcl_interfaces::msg::LoggerLevel level;
    level.name = name;
    level.level = static_cast<uint32_t>(ranvier::logger(name).level());
    response->levels.push_back(level);
  }
}

rcl_interfaces::msg::SetLoggerLevelsResult set_level(
  const rcl_interfaces::msg::LoggerLevel & wanted)
{
  rcl_interfaces::msg::SetLoggerLevelsResult result;
  result.successful = ranvier::severity_name(static_cast<int>(wanted.level)) != nullptr;
  if (result.successful) {
    ranvier::set_log_level(wanted.name, static_cast<int>(wanted.level));
  } else {
    result.reason = "Unable to determine severity_string for severity " +
      std::to_string(wanted.level) + " of logger '" + wanted.name +
      "': use 0 (unset), 10, 20, 30, 40 or 50";
  }
  return result;
}

void set_levels(
  std::shared_ptr<SetLoggerLevels::Request> request,
  std::shared_ptr<SetLoggerLevels::Response> response)
{
  for (const auto & level : request->levels) {response->results.push_back(set_level(level));}
}

template<class ServiceT, class Callback>
std::shared_ptr<ServiceBase> start(
  node_interfaces::NodeBaseInterface & node, const char * name, Callback callback)
{
  auto service = std::make_shared<Service<ServiceT>>(&node, name, ServicesQoS(), nullptr);
  service->start(callback);
  return service;
}

}  // namespace

std::vector<std::shared_ptr<ServiceBase>> serve_logger_levels(
  node_interfaces::NodeBaseInterface & node)
{
  return {
    start<GetLoggerLevels>(node, "~/get_logger_levels", &get_levels),
    start<SetLoggerLevels>(node, "~/set_logger_levels", &set_levels)};
}

}  // namespace rclcpp::detail
