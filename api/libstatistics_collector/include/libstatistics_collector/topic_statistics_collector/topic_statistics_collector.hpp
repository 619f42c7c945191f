// A collector that is notified of each message of a topic.
#ifndef LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR_HPP_
#define LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR_HPP_

#include <chrono>
#include <string>

#include "libstatistics_collector/collector/collector.hpp"
#include "rcl/time.h"
#include "rmw/types.h"

namespace libstatistics_collector
{
namespace topic_statistics_collector
{

/// `T` is what it looks at: the information that comes with a message, or, as code of
/// before wrote it, the message.
template<typename T = rmw_message_info_t, typename Enable = void>
class TopicStatisticsCollector : public collector::Collector
{
public:
  TopicStatisticsCollector() = default;
  ~TopicStatisticsCollector() override = default;

  virtual void OnMessageReceived(
    const T & received_message, const rcl_time_point_value_t now_nanoseconds) = 0;
};

}  // namespace topic_statistics_collector

using TopicStatisticsCollector = topic_statistics_collector::TopicStatisticsCollector<>;

}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR_HPP_
