// How far apart messages come.
#ifndef LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__RECEIVED_MESSAGE_PERIOD_HPP_
#define LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__RECEIVED_MESSAGE_PERIOD_HPP_

#include <atomic>
#include <cstdint>
#include <string>

#include "libstatistics_collector/topic_statistics_collector/constants.hpp"
#include "libstatistics_collector/topic_statistics_collector/topic_statistics_collector.hpp"
#include "rcl/time.h"
#include "rmw/types.h"

namespace libstatistics_collector
{
namespace topic_statistics_collector
{

/// When the message before came: none has.
constexpr const int64_t kUninitializedTime{0};

/// Collects the milliseconds between messages. The first one after the start only begins.
template<typename T = rmw_message_info_t, typename Enable = void>
class ReceivedMessagePeriodCollector : public TopicStatisticsCollector<T>
{
public:
  ReceivedMessagePeriodCollector() = default;
  ~ReceivedMessagePeriodCollector() override = default;

  void OnMessageReceived(
    const T & received_message, const rcl_time_point_value_t now_nanoseconds) override
  {
    static_cast<void>(received_message);
    const auto last = last_.exchange(now_nanoseconds);
    if (last == kUninitializedTime) {return;}
    this->AcceptData(static_cast<double>(now_nanoseconds - last) / 1e6);
  }

  std::string GetMetricName() const override
  {
    return topic_statistics_constants::kMsgPeriodStatName;
  }
  std::string GetMetricUnit() const override
  {
    return topic_statistics_constants::kMillisecondUnitName;
  }

protected:
  bool SetupStart() override
  {
    last_ = kUninitializedTime;
    return true;
  }
  bool SetupStop() override {return true;}

private:
  std::atomic<rcl_time_point_value_t> last_{kUninitializedTime};
};

}  // namespace topic_statistics_collector

using ReceivedMessagePeriodCollector =
  topic_statistics_collector::ReceivedMessagePeriodCollector<>;

}  // namespace libstatistics_collector

#endif  // LIBSTATISTICS_COLLECTOR__TOPIC_STATISTICS_COLLECTOR__RECEIVED_MESSAGE_PERIOD_HPP_
