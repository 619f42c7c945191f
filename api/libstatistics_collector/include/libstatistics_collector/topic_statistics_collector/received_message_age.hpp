// How old messages are when they come.
#ifndef LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__RECEIVED_MESSAGE_AGE_HPP_
#define LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__RECEIVED_MESSAGE_AGE_HPP_

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "builtin_interfaces/msg/time.hpp"
#include "libstatistics_collector/topic_statistics_collector/constants.hpp"
#include "libstatistics_collector/topic_statistics_collector/topic_statistics_collector.hpp"
#include "rcl/time.h"
#include "rmw/types.h"

namespace libstatistics_collector
{
namespace topic_statistics_collector
{

/// Whether messages of the type have a `header.stamp`.
template<typename M, typename = void>
struct HasHeader : std::false_type {};
template<typename M>
struct HasHeader<M, std::enable_if_t<std::is_same_v<
    builtin_interfaces::msg::Time, decltype(std::declval<M &>().header.stamp)>>>
  : std::true_type {};

/// Whether a message says when it was made, and the nanoseconds of that.
template<typename M, typename Enable = void>
struct TimeStamp
{
  static std::pair<bool, int64_t> value(const M & message)
  {
    if constexpr (std::is_same_v<M, rmw_message_info_t>) {
      return {true, message.source_timestamp};
    } else if constexpr (HasHeader<M>::value) {
      const builtin_interfaces::msg::Time & stamp = message.header.stamp;
      return {true, RCL_S_TO_NS(static_cast<int64_t>(stamp.sec)) + stamp.nanosec};
    } else {
      static_cast<void>(message);
      return {false, 0};
    }
  }
};

/// Collects the milliseconds from when a message was sent, or for a type of messages from
/// their header's stamp, to when it came. What has no time of either, or 0, does not count.
template<typename T = rmw_message_info_t, typename Enable = void>
class ReceivedMessageAgeCollector : public TopicStatisticsCollector<T>
{
public:
  ReceivedMessageAgeCollector() = default;
  ~ReceivedMessageAgeCollector() override = default;

  void OnMessageReceived(
    const T & received_message, const rcl_time_point_value_t now_nanoseconds) override
  {
    const auto stamp = TimeStamp<T>::value(received_message);
    if (!stamp.first || stamp.second == 0 || now_nanoseconds == 0) {return;}
    this->AcceptData(static_cast<double>(now_nanoseconds - stamp.second) / 1e6);
  }

  std::string GetMetricName() const override {return topic_statistics_constants::kMsgAgeStatName;}
  std::string GetMetricUnit() const override
  {
    return topic_statistics_constants::kMillisecondUnitName;
  }

protected:
  bool SetupStart() override {return true;}
  bool SetupStop() override {return true;}
};

}  // namespace topic_statistics_collector

using ReceivedMessageAgeCollector = topic_statistics_collector::ReceivedMessageAgeCollector<>;

}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__RECEIVED_MESSAGE_AGE_HPP_
