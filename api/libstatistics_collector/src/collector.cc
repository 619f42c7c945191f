#include "libstatistics_collector/collector/collector.hpp"

#include "libstatistics_collector/collector/generate_statistics_message.hpp"
#include "statistics_msgs/msg/statistic_data_type.hpp"

namespace libstatistics_collector::collector
{

void Collector::AcceptData(const double measurement)
{
  collected_data_.AddMeasurement(measurement);
}

moving_average_statistics::StatisticData Collector::GetStatisticsResults() const
{
  return collected_data_.GetStatistics();
}

void Collector::ClearCurrentMeasurements() {collected_data_.Reset();}

bool Collector::IsStarted() const
{
  const std::lock_guard lock(mutex_);
  return started_;
}

std::string Collector::GetStatusString() const
{
  return std::string("started=") + (IsStarted() ? "true" : "false") + ", " +
         StatisticsDataToString(GetStatisticsResults());
}

bool Collector::Start()
{
  const std::lock_guard lock(mutex_);
  if (started_) {return false;}
  started_ = true;
  return SetupStart();
}

bool Collector::Stop()
{
  bool stopped = false;
  {
    const std::lock_guard lock(mutex_);
    if (!started_) {return false;}
    started_ = false;
    stopped = SetupStop();
  }
  ClearCurrentMeasurements();
  return stopped;
}

statistics_msgs::msg::MetricsMessage GenerateStatisticMessage(
  const std::string & node_name, const std::string & metric_name, const std::string & unit,
  const builtin_interfaces::msg::Time window_start,
  const builtin_interfaces::msg::Time window_stop,
  const moving_average_statistics::StatisticData & data)
{
  using Type = statistics_msgs::msg::StatisticDataType;
  statistics_msgs::msg::MetricsMessage message;
  message.measurement_source_name = node_name;
  message.metrics_source = metric_name;
  message.unit = unit;
  message.window_start = window_start;
  message.window_stop = window_stop;
  message.statistics.reserve(5);
  const auto add = [&](uint8_t type, double value) {
      message.statistics.emplace_back().data_type = type;
      message.statistics.back().data = value;
    };
  add(Type::STATISTICS_DATA_TYPE_AVERAGE, data.average);
  add(Type::STATISTICS_DATA_TYPE_MAXIMUM, data.max);
  add(Type::STATISTICS_DATA_TYPE_MINIMUM, data.min);
  add(Type::STATISTICS_DATA_TYPE_SAMPLE_COUNT, static_cast<double>(data.sample_count));
  add(Type::STATISTICS_DATA_TYPE_STDDEV, data.standard_deviation);
  return message;
}

}  // namespace libstatistics_collector::collector
