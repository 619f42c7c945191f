// How old the messages of a subscription are, and how far apart they come.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "ranvier/os/mutex.h"
#include "statistics_msgs/msg/detail/metrics_message__struct.hpp"

namespace ranvier {

/// Mean and deviation of numbers that are not kept (Welford 1962).
class RunningStatistics {
 public:
  void add(double value);
  /// NaN where nothing was added.
  std::vector<statistics_msgs::msg::StatisticDataPoint> points() const;

 private:
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  double minimum_ = kNone;
  double maximum_ = kNone;
};

/// Measures in windows: one begins where the last one ended.
/// Threads: all functions from any thread. Lock: innermost.
class TopicStatistics final {
 public:
  using Metrics = statistics_msgs::msg::MetricsMessage;
  explicit TopicStatistics(std::string node_name) : node_name_(std::move(node_name)) {}

  /// One message: its age, unless `sent` is 0 (unknown), and the time since the one
  /// before it in this window. Both are nanoseconds of system time.
  void add(std::int64_t sent, std::int64_t now);
  /// What the window measured, in milliseconds: message_age and message_period.
  std::array<Metrics, 2> end_window();

 private:
  struct Window {
    std::int64_t start = system_now();
    RunningStatistics age{};
    RunningStatistics period{};
    std::int64_t last = 0;  // when the message before came; 0: there was none
  };
  static std::int64_t system_now();

  const std::string node_name_;
  Mutex mutex_{"statistics"};
  Window window_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier
