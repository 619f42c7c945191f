#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"

#include <stdexcept>

#include "ranvier/os/clock.h"
#include "ranvier/proto/describe/statistics.h"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/detail/resolve_enable_topic_statistics.hpp"
#include "rclcpp/subscription_factory.hpp"

namespace rclcpp
{
namespace topic_statistics
{
struct SubscriptionTopicStatistics::Impl
{
  const Publisher<MetricsMessage>::SharedPtr publisher;
  ranvier::TopicStatistics measured;
  TimerBase::SharedPtr timer{};
};

SubscriptionTopicStatistics::SubscriptionTopicStatistics(
  const std::string & node_name, Publisher<MetricsMessage>::SharedPtr publisher)
: impl_(new Impl{std::move(publisher), ranvier::TopicStatistics(node_name)})
{
  if (!impl_->publisher) {throw std::invalid_argument("publisher pointer is nullptr");}
}

SubscriptionTopicStatistics::~SubscriptionTopicStatistics()
{
  if (impl_->timer) {impl_->timer->cancel();}
}

void SubscriptionTopicStatistics::handle_message(
  const rmw_message_info_t & message_info, const Time now_nanoseconds) const
{
  impl_->measured.add(message_info.source_timestamp, now_nanoseconds.nanoseconds());
}

void SubscriptionTopicStatistics::set_publisher_timer(TimerBase::SharedPtr publisher_timer)
{
  impl_->timer = std::move(publisher_timer);
}

void SubscriptionTopicStatistics::publish_message_and_reset_measurements()
{
  for (const auto & metrics : impl_->measured.end_window()) {impl_->publisher->publish(metrics);}
}

}  // namespace topic_statistics

namespace detail
{
namespace
{

using topic_statistics::MetricsMessage;
using topic_statistics::SubscriptionTopicStatistics;

// Counts each message before the callback gets it.
class MeasuredCallback final : public ErasedCallback
{
public:
  MeasuredCallback(
    Owned<ErasedCallback> callback,
    std::shared_ptr<SubscriptionTopicStatistics> statistics)
  : callback_(std::move(callback)), statistics_(std::move(statistics)) {}

  void call(Delivery & delivery) override
  {
    statistics_->handle_message(
      delivery.info().get_rmw_message_info(), Time(ranvier::system_ns()));
    callback_->call(delivery);
  }
  bool takes_serialized() const override {return callback_->takes_serialized();}
  bool takes_adapted() const override {return callback_->takes_adapted();}

private:
  const Owned<ErasedCallback> callback_;
  const std::shared_ptr<SubscriptionTopicStatistics> statistics_;
};

std::shared_ptr<SubscriptionTopicStatistics> statistics_for(
  node_interfaces::NodeParametersInterface * parameters,
  node_interfaces::NodeTopicsInterface & topics, const SubscriptionOptionsBase & options)
{
  const auto & wanted = options.topic_stats_options;
  if (wanted.publish_period <= std::chrono::milliseconds(0)) {
    throw std::invalid_argument(
            "topic_stats_options.publish_period must be greater than 0, specified value of " +
            std::to_string(wanted.publish_period.count()) + " ms");
  }
  auto * node = topics.get_node_base_interface();
  auto statistics = std::make_shared<SubscriptionTopicStatistics>(
    node->get_name(), make_publisher<Publisher<MetricsMessage>>(
      parameters, topics, wanted.publish_topic, wanted.qos, PublisherOptions()));
  std::weak_ptr<SubscriptionTopicStatistics> weak = statistics;
  statistics->set_publisher_timer(
    create_wall_timer(
      wanted.publish_period, [weak] {
        if (const auto alive = weak.lock()) {alive->publish_message_and_reset_measurements();}
      }, options.callback_group, node, topics.get_node_timers_interface()));
  return statistics;
}

}  // namespace

Owned<ErasedCallback> measured(
  Owned<ErasedCallback> callback,
  std::shared_ptr<SubscriptionTopicStatistics> statistics)
{
  if (!statistics) {return callback;}
  return Owned<ErasedCallback>(
    new MeasuredCallback(std::move(callback), std::move(statistics)));
}

Owned<ErasedCallback> measured(
  Owned<ErasedCallback> callback,
  node_interfaces::NodeParametersInterface * parameters,
  node_interfaces::NodeTopicsInterface & topics, const SubscriptionOptionsBase & options)
{
  if (!detail::resolve_enable_topic_statistics(options, *topics.get_node_base_interface())) {return callback;}
  return measured(std::move(callback), statistics_for(parameters, topics, options));
}

}  // namespace detail
}  // namespace rclcpp
