// How old the messages of a subscription are, and how far apart.
#ifndef RCLCPP__TOPIC_STATISTICS__SUBSCRIPTION_TOPIC_STATISTICS_HPP_
#define RCLCPP__TOPIC_STATISTICS__SUBSCRIPTION_TOPIC_STATISTICS_HPP_

#include <chrono>
#include <memory>
#include <string>

#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/publisher.hpp"
#include "rclcpp/time.hpp"
#include "rclcpp/timer.hpp"
#include "rmw/types.h"
#include "statistics_msgs/msg/metrics_message.hpp"

namespace rclcpp
{
namespace topic_statistics
{

constexpr const char kDefaultPublishTopicName[]{"/statistics"};
constexpr const std::chrono::milliseconds kDefaultPublishingPeriod{std::chrono::seconds(1)};

using statistics_msgs::msg::MetricsMessage;

/// Measures in windows: publishing ends one and begins the next.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC SubscriptionTopicStatistics
{
public:
  /// @param node_name  goes into the messages as the source of the measurement.
  /// Throws std::invalid_argument for a null publisher.
  SubscriptionTopicStatistics(
    const std::string & node_name, Publisher<MetricsMessage>::SharedPtr publisher);
  virtual ~SubscriptionTopicStatistics();
  RCLCPP_DISABLE_COPY(SubscriptionTopicStatistics)

  /// Counts one message: its age, if it says when it was sent, and the time since
  /// the one before it in this window.
  virtual void handle_message(
    const rmw_message_info_t & message_info, const Time now_nanoseconds) const;
  /// The timer is cancelled with this object.
  void set_publisher_timer(TimerBase::SharedPtr publisher_timer);
  /// One message for the age and one for the period, in milliseconds; NaN where
  /// nothing was measured.
  virtual void publish_message_and_reset_measurements();

private:
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace topic_statistics
}  // namespace rclcpp
#endif  // RCLCPP__TOPIC_STATISTICS__SUBSCRIPTION_TOPIC_STATISTICS_HPP_
