#include "rclcpp/logging.hpp"

#include <cstdarg>
#include <filesystem>

#include "ranvier/node/log.h"
#include "rclcpp/exceptions/exceptions.hpp"

namespace rclcpp
{
namespace
{

ranvier::LogLocation core_location(const detail::LogLocation & where)
{
  return {where.function, where.file, where.line};
}

}  // namespace

Logger::Logger(ranvier::Logger & core)
: core_(&core), threshold_(&core.threshold()) {}

Logger get_logger(const std::string & name)
{
  return Logger(ranvier::logger(name));
}

const char * Logger::get_name() const
{
  return core_->name().c_str();
}

Logger Logger::get_child(const std::string & suffix)
{
  return Logger(ranvier::logger(core_->name() + "." + suffix));
}

void Logger::set_level(Level level)
{
  const int severity = static_cast<int>(level);
  if (ranvier::severity_name(severity) == nullptr) {
    throw exceptions::RCLInvalidArgument(
            exceptions::RCLErrorBase(
              RCL_RET_INVALID_ARGUMENT, "Unable to determine severity_string for severity " +
              std::to_string(severity) + ": use one of Logger::Level"), "Invalid parameter: ");
  }
  ranvier::set_log_level(core_->name(), severity);
}

Logger::Level Logger::get_effective_level() const
{
  return static_cast<Level>(threshold_->load(std::memory_order_relaxed));
}

rcpputils::fs::path get_logging_directory()
{
  return {ranvier::log_directory()};
}

namespace detail
{

void LogSite::write(
  const Logger & logger, int severity, const LogLocation & where, const char * format, ...)
{
  std::va_list arguments;
  va_start(arguments, format);
  ranvier::vlog(*logger.core_, severity, core_location(where), format, arguments);
  va_end(arguments);
}

void LogSite::write_text(
  const Logger & logger, int severity, const LogLocation & where, const std::string & text)
{
  ranvier::log_text(*logger.core_, severity, core_location(where), text);
}

}  // namespace detail
}  // namespace rclcpp
