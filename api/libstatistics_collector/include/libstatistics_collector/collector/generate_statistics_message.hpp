// Statistics as a message.
#ifndef LIBSTATISTICS_COLLECTOR__COLLECTOR__GENERATE_STATISTICS_MESSAGE_HPP_
#define LIBSTATISTICS_COLLECTOR__COLLECTOR__GENERATE_STATISTICS_MESSAGE_HPP_

#include <string>

#include "builtin_interfaces/msg/time.hpp"
#include "libstatistics_collector/moving_average_statistics/types.hpp"
#include "libstatistics_collector/visibility_control.hpp"
#include "statistics_msgs/msg/metrics_message.hpp"

namespace libstatistics_collector
{
namespace collector
{

/// Five points: average, maximum, minimum, count and standard deviation, in this order.
LIBSTATISTICS_COLLECTOR_PUBLIC statistics_msgs::msg::MetricsMessage GenerateStatisticMessage(
  const std::string & node_name, const std::string & metric_name, const std::string & unit,
  const builtin_interfaces::msg::Time window_start,
  const builtin_interfaces::msg::Time window_stop,
  const moving_average_statistics::StatisticData & data);

}  // namespace collector
}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__COLLECTOR__GENERATE_STATISTICS_MESSAGE_HPP_
