#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <stdexcept>

#include "ranvier/os/clock.h"
#include "rclcpp/detail/create.hpp"
#include "rclcpp/subscription_factory.hpp"
#include "statistics_msgs/msg/statistic_data_type.hpp"

namespace rclcpp
{
namespace topic_statistics
{
namespace
{

using statistics_msgs::msg::StatisticDataPoint;
using statistics_msgs::msg::StatisticDataType;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kNanosecondsInMillisecond = 1e6;

// Mean and deviation of numbers that are not kept (Welford 1962).
class Running
{
public:
  void add(double value)
  {
    ++count_;
    const double from_mean = value - mean_;
    mean_ += from_mean / static_cast<double>(count_);
    squares_ += from_mean * (value - mean_);
    minimum_ = std::fmin(minimum_, value);  // the other one, if one is NaN
    maximum_ = std::fmax(maximum_, value);
  }

  std::vector<StatisticDataPoint> points() const
  {
    const double deviation = std::sqrt(squares_ / static_cast<double>(count_));
    return {
      point(StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE, count_ ? mean_ : kNone),
      point(StatisticDataType::STATISTICS_DATA_TYPE_MAXIMUM, maximum_),
      point(StatisticDataType::STATISTICS_DATA_TYPE_MINIMUM, minimum_),
      point(StatisticDataType::STATISTICS_DATA_TYPE_SAMPLE_COUNT, static_cast<double>(count_)),
      point(StatisticDataType::STATISTICS_DATA_TYPE_STDDEV, count_ ? deviation : kNone)};
  }

private:
  static StatisticDataPoint point(uint8_t type, double value)
  {
    StatisticDataPoint made;
    made.data_type = type;
    made.data = value;
    return made;
  }

  uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  double minimum_ = kNone;
  double maximum_ = kNone;
};

// What one window measured.
struct Window
{
  Time start{ranvier::system_ns()};
  Running age;
  Running period;
  int64_t last = 0;  // ns, when the message before came; 0: there was none
};

}  // namespace

struct SubscriptionTopicStatistics::Impl
{
  const std::string node_name;
  const Publisher<MetricsMessage>::SharedPtr publisher;
  TimerBase::SharedPtr timer{};
  std::mutex mutex{};
  Window window{};  // guarded by mutex

  void publish(const char * metric, const Running & values, const Window & of, const Time & stop)
  {
    MetricsMessage message;
    message.measurement_source_name = node_name;
    message.metrics_source = metric;
    message.unit = "ms";
    message.window_start = of.start;
    message.window_stop = stop;
    message.statistics = values.points();
    publisher->publish(message);
  }
};

SubscriptionTopicStatistics::SubscriptionTopicStatistics(
  const std::string & node_name, Publisher<MetricsMessage>::SharedPtr publisher)
: impl_(new Impl{node_name, std::move(publisher)})
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
  const int64_t now = now_nanoseconds.nanoseconds();
  const auto milliseconds = [now](int64_t since) {
      return static_cast<double>(now - since) / kNanosecondsInMillisecond;
    };
  const std::lock_guard<std::mutex> lock(impl_->mutex);
  Window & window = impl_->window;
  if (message_info.source_timestamp > 0) {
    window.age.add(milliseconds(message_info.source_timestamp));
  }
  if (window.last != 0) {window.period.add(milliseconds(window.last));}
  window.last = now;
}

void SubscriptionTopicStatistics::set_publisher_timer(TimerBase::SharedPtr publisher_timer)
{
  impl_->timer = std::move(publisher_timer);
}

void SubscriptionTopicStatistics::publish_message_and_reset_measurements()
{
  Window ended;  // for now the next one
  const Time stop = ended.start;
  {
    const std::lock_guard<std::mutex> lock(impl_->mutex);
    std::swap(ended, impl_->window);
  }
  impl_->publish("message_age", ended.age, ended, stop);
  impl_->publish("message_period", ended.period, ended, stop);
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

bool wants_statistics(
  const SubscriptionOptionsBase & options, const node_interfaces::NodeBaseInterface & node)
{
  switch (options.topic_stats_options.state) {
    case TopicStatisticsState::Enable: return true;
    case TopicStatisticsState::Disable: return false;
    case TopicStatisticsState::NodeDefault: return node.get_enable_topic_statistics_default();
  }
  throw std::runtime_error("Unrecognized EnableTopicStatistics value");
}

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
  if (!wants_statistics(options, *topics.get_node_base_interface())) {return callback;}
  return measured(std::move(callback), statistics_for(parameters, topics, options));
}

}  // namespace detail
}  // namespace rclcpp
