// A name to log under.
#ifndef RCLCPP__LOGGER_HPP_
#define RCLCPP__LOGGER_HPP_

#include <atomic>
#include <string>
#include <vector>

#include "rcl/types.h"
#include "rclcpp/macros.hpp"
#include "rcpputils/filesystem_helper.hpp"
#include "rcutils/logging.h"

struct rcl_node_s;

namespace ranvier
{
class Logger;
}

/// Compile out all logging with `-DRCLCPP_LOGGING_ENABLED=0`.
#ifndef RCLCPP_LOGGING_ENABLED
#define RCLCPP_LOGGING_ENABLED 1
#endif

namespace rclcpp
{

namespace detail
{
class LogSite;
}

namespace node_interfaces
{
class NodeLogging;
}

/// A name, its level, and through the RCLCPP_… macros a way to the console, the
/// log file and /rosout. Copies are the same logger.
/// Threads: any.
class RCLCPP_PUBLIC __attribute__((unused)) Logger
{
public:
  enum class Level
  {
    Unset = 0,  ///< inherited from the name's ancestors
    Debug = 10,
    Info = 20,
    Warn = 30,
    Error = 40,
    Fatal = 50,
  };

  Logger(const Logger &) = default;
  Logger & operator=(const Logger &) = default;

  const char * get_name() const;
  /// The logger "<this>.<suffix>", which inherits this one's level; lines of a
  /// node's child go to /rosout with the node's.
  Logger get_child(const std::string & suffix);
  void set_level(Level level);
  Level get_effective_level() const;

private:
  friend Logger get_logger(const std::string & name);
  friend class detail::LogSite;
  friend class node_interfaces::NodeLogging;

  explicit Logger(ranvier::Logger & core);

  // Inline because it is asked for every line that is not logged.
  bool enabled(int severity) const
  {
    return severity >= threshold_->load(std::memory_order_relaxed);
  }

  ranvier::Logger * core_;  // lives as long as the process
  const std::atomic<int> * threshold_;
};

RCLCPP_PUBLIC Logger get_logger(const std::string & name);

/// The logger of a node; the one without a name, and an error in the log, for
/// null or a handle of no node.
RCLCPP_PUBLIC Logger get_node_logger(const rcl_node_s * node);

/// Where log files are written: ROS_LOG_DIR, else ROS_HOME/log, else ~/.ros/log.
RCLCPP_PUBLIC rcpputils::fs::path get_logging_directory();

}  // namespace rclcpp
#endif  // RCLCPP__LOGGER_HPP_
