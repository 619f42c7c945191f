#include "ranvier/proto/describe/statistics.h"

#include <cmath>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/proto/time/stamp.h"
#include "statistics_msgs/msg/statistic_data_type.hpp"

namespace ranvier {
namespace {

using statistics_msgs::msg::StatisticDataPoint;
using statistics_msgs::msg::StatisticDataType;

StatisticDataPoint point(std::uint8_t type, double value) {
  StatisticDataPoint made;
  made.data_type = type;
  made.data = value;
  return made;
}

double milliseconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e6; }

}  // namespace

void RunningStatistics::add(double value) {
  ++count_;
  const double from_mean = value - mean_;
  mean_ += from_mean / static_cast<double>(count_);
  squares_ += from_mean * (value - mean_);
  minimum_ = std::fmin(minimum_, value);  // the other one, if one is NaN
  maximum_ = std::fmax(maximum_, value);
}

std::vector<StatisticDataPoint> RunningStatistics::points() const {
  const double deviation = std::sqrt(squares_ / static_cast<double>(count_));
  return {point(StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE, count_ ? mean_ : kNone),
          point(StatisticDataType::STATISTICS_DATA_TYPE_MAXIMUM, maximum_),
          point(StatisticDataType::STATISTICS_DATA_TYPE_MINIMUM, minimum_),
          point(StatisticDataType::STATISTICS_DATA_TYPE_SAMPLE_COUNT, static_cast<double>(count_)),
          point(StatisticDataType::STATISTICS_DATA_TYPE_STDDEV, count_ ? deviation : kNone)};
}

std::int64_t TopicStatistics::system_now() { return system_ns(); }

void TopicStatistics::add(std::int64_t sent, std::int64_t now) {
  Lock lock(mutex_);
  if (sent > 0) window_.age.add(milliseconds(now - sent));
  if (window_.last != 0) window_.period.add(milliseconds(now - window_.last));
  window_.last = now;
}

std::array<TopicStatistics::Metrics, 2> TopicStatistics::end_window() {
  Window ended;  // for now the next one
  const std::int64_t stop = ended.start;
  {
    Lock lock(mutex_);
    std::swap(ended, window_);
  }
  const auto measured = [&](const char* metric, const RunningStatistics& values) {
    Metrics message;
    message.measurement_source_name = node_name_;
    message.metrics_source = metric;
    message.unit = "ms";
    message.window_start = stamp_of(ended.start);
    message.window_stop = stamp_of(stop);
    message.statistics = values.points();
    return message;
  };
  return {measured("message_age", ended.age), measured("message_period", ended.period)};
}

}  // namespace ranvier
