// Names of what is measured of a topic.
#ifndef LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__CONSTANTS_HPP_
#define LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__CONSTANTS_HPP_

#include <string>

namespace libstatistics_collector
{
namespace topic_statistics_collector
{
namespace topic_statistics_constants
{

constexpr const char kMsgAgeStatName[] = "message_age";
constexpr const char kMsgPeriodStatName[] = "message_period";
constexpr const char kMillisecondUnitName[] = "ms";
/// Parameters that name the topics to measure and to publish on.
constexpr const char kCollectStatsTopicNameParam[] = "collect_topic_name";
constexpr const char kPublishStatsTopicNameParam[] = "publish_topic_name";

}  // namespace topic_statistics_constants
}  // namespace topic_statistics_collector
}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__CONSTANTS_HPP_
