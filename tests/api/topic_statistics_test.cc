// What topic statistics measure, and when they are published.
#include <gmock/gmock.h>

#include <cmath>
#include <rosgraph_msgs/msg/clock.hpp>
#include <statistics_msgs/msg/metrics_message.hpp>
#include <statistics_msgs/msg/statistic_data_type.hpp>

#include "covers.h"
#include "rclcpp/create_publisher.hpp"
#include "rclcpp/subscription_factory.hpp"
#include "rclcpp/topic_statistics/subscription_topic_statistics.hpp"
#include "running.hpp"

namespace {

using rclcpp::topic_statistics::SubscriptionTopicStatistics;
using rosgraph_msgs::msg::Clock;
using statistics_msgs::msg::MetricsMessage;
using statistics_msgs::msg::StatisticDataType;

constexpr std::int64_t kMillisecond = 1'000'000;

double value(const MetricsMessage& message, std::uint8_t type) {
  for (const auto& point : message.statistics) {
    if (point.data_type == type) return point.data;
  }
  ADD_FAILURE() << "no data point of type " << int{type};
  return 0;
}
double count(const MetricsMessage& message) {
  return value(message, StatisticDataType::STATISTICS_DATA_TYPE_SAMPLE_COUNT);
}

class TopicStatisticsTest : public Running {
 protected:
  TopicStatisticsTest() {
    init();
    node_ = node("own");
  }
  ~TopicStatisticsTest() override { node_.reset(); }

  auto listen(const std::string& topic) {
    return node_->create_subscription<MetricsMessage>(
        topic, 100, [this](const MetricsMessage& message) { got_.push_back(message); });
  }
  static rclcpp::SubscriptionOptions measured(const std::string& topic = "/statistics") {
    rclcpp::SubscriptionOptions options;
    options.topic_stats_options.state = rclcpp::TopicStatisticsState::Enable;
    options.topic_stats_options.publish_topic = topic;
    options.topic_stats_options.publish_period = std::chrono::milliseconds(10);
    return options;
  }
  // The first message of a metric with at least so many samples.
  const MetricsMessage* find(const std::string& metric, double samples) const {
    for (const auto& message : got_) {
      if (message.metrics_source == metric && count(message) >= samples) return &message;
    }
    return nullptr;
  }

  rclcpp::Node::SharedPtr node_;
  std::vector<MetricsMessage> got_;
};

TEST_F(TopicStatisticsTest, AgesAndPeriodsAreThoseOfTheWindow) {
  COVERS("rclcpp::topic_statistics::SubscriptionTopicStatistics", "handle_message",
         "publish_message_and_reset_measurements");
  auto listener = listen("out");
  SubscriptionTopicStatistics statistics("name",
                                         node_->create_publisher<MetricsMessage>("out", 10));
  rmw_message_info_t info{};
  const auto handle = [&](std::int64_t sent, std::int64_t now) {
    info.source_timestamp = sent * kMillisecond;
    statistics.handle_message(info, rclcpp::Time(now * kMillisecond));
  };
  handle(1000, 1002);  // ages 2, 4, 6; periods 10, 30
  handle(1008, 1012);
  handle(1036, 1042);
  statistics.publish_message_and_reset_measurements();
  handle(0, 2000);  // says not when it was sent
  statistics.publish_message_and_reset_measurements();
  wait_until([&] { return got_.size() == 4; });

  const MetricsMessage& age = got_[0];
  EXPECT_EQ(age.measurement_source_name, "name");
  EXPECT_EQ(age.metrics_source, "message_age");
  EXPECT_EQ(age.unit, "ms");
  EXPECT_EQ(count(age), 3);
  EXPECT_DOUBLE_EQ(value(age, StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE), 4);
  EXPECT_DOUBLE_EQ(value(age, StatisticDataType::STATISTICS_DATA_TYPE_MINIMUM), 2);
  EXPECT_DOUBLE_EQ(value(age, StatisticDataType::STATISTICS_DATA_TYPE_MAXIMUM), 6);
  EXPECT_NEAR(value(age, StatisticDataType::STATISTICS_DATA_TYPE_STDDEV), std::sqrt(8.0 / 3), 1e-9);
  const MetricsMessage& period = got_[1];
  EXPECT_EQ(period.metrics_source, "message_period");
  EXPECT_EQ(count(period), 2);
  EXPECT_DOUBLE_EQ(value(period, StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE), 20);
  EXPECT_EQ(rclcpp::Time(got_[2].window_start), rclcpp::Time(age.window_stop));

  EXPECT_EQ(count(got_[2]), 0);  // no age, and the first of its window has no period
  EXPECT_EQ(count(got_[3]), 0);
  EXPECT_TRUE(std::isnan(value(got_[2], StatisticDataType::STATISTICS_DATA_TYPE_AVERAGE)));
  EXPECT_TRUE(std::isnan(value(got_[3], StatisticDataType::STATISTICS_DATA_TYPE_STDDEV)));
}

TEST_F(TopicStatisticsTest, CancelsItsTimerAtItsEnd) {
  COVERS("rclcpp::topic_statistics::SubscriptionTopicStatistics", "set_publisher_timer");
  auto timer = node_->create_wall_timer(std::chrono::hours(1), [] {});
  {
    SubscriptionTopicStatistics statistics("name",
                                           node_->create_publisher<MetricsMessage>("out", 10));
    statistics.set_publisher_timer(timer);
    EXPECT_FALSE(timer->is_canceled());
  }
  EXPECT_TRUE(timer->is_canceled());
}

TEST_F(TopicStatisticsTest, NeedsAPublisher) {
  EXPECT_THROW(SubscriptionTopicStatistics("name", nullptr), std::invalid_argument);
}

TEST_F(TopicStatisticsTest, ASubscriptionPublishesWhatItMeasured) {
  auto listener = listen("/statistics");
  int messages = 0;
  auto subscription =
      node_->create_subscription<Clock>("a", 10, [&](const Clock&) { ++messages; }, measured());
  auto publisher = node_->create_publisher<Clock>("a", 10);
  wait_until([&] {
    publisher->publish(Clock());
    return find("message_age", 2) && find("message_period", 1);
  });
  EXPECT_GT(messages, 1);
  EXPECT_EQ(find("message_age", 2)->measurement_source_name, "own");
  EXPECT_GE(value(*find("message_age", 2), StatisticDataType::STATISTICS_DATA_TYPE_MINIMUM), 0);
  subscription.reset();
  wait_until([&] { return node_->count_publishers("/statistics") == 0; });  // ended with it
}

TEST_F(TopicStatisticsTest, TheNodeSaysWhetherByDefault) {
  COVERS("rclcpp::TopicStatisticsState", "Disable", "Enable", "NodeDefault");
  auto listener = listen("/statistics");
  auto measuring = node("measuring", rclcpp::NodeOptions().enable_topic_statistics(true));
  const auto ignore = [](std::shared_ptr<const Clock>) {};
  auto a = node_->create_subscription<Clock>("a", 10, ignore);
  EXPECT_EQ(node_->count_publishers("/statistics"), 0u);
  auto b = measuring->create_subscription<Clock>("a", 10, ignore);
  EXPECT_EQ(node_->count_publishers("/statistics"), 1u);
  rclcpp::SubscriptionOptions off;
  off.topic_stats_options.state = rclcpp::TopicStatisticsState::Disable;
  auto c = measuring->create_subscription<Clock>("a", 10, ignore, off);
  EXPECT_EQ(node_->count_publishers("/statistics"), 1u);
  rclcpp::SubscriptionOptions on;
  EXPECT_EQ(on.topic_stats_options.state, rclcpp::TopicStatisticsState::NodeDefault);
  on.topic_stats_options.state = rclcpp::TopicStatisticsState::Enable;
  auto d = node_->create_subscription<Clock>("a", 10, ignore, on);
  EXPECT_EQ(node_->count_publishers("/statistics"), 2u);
}

TEST_F(TopicStatisticsTest, APeriodMustBePositive) {
  COVERS("rclcpp::SubscriptionOptionsBase::TopicStatisticsOptions");
  auto options = measured();
  const rclcpp::SubscriptionOptionsBase::TopicStatisticsOptions defaults;
  EXPECT_EQ(defaults.publish_topic, "/statistics");
  EXPECT_EQ(defaults.publish_period, std::chrono::seconds(1));
  options.topic_stats_options.publish_period = std::chrono::milliseconds(0);
  try {
    node_->create_subscription<Clock>("a", 10, [](const Clock&) {}, options);
    FAIL() << "no period is no period";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("publish_period"));
  }
}

/// Counts what a factory's subscription hands on.
class CountingStatistics final : public SubscriptionTopicStatistics {
 public:
  using SubscriptionTopicStatistics::SubscriptionTopicStatistics;
  void handle_message(const rmw_message_info_t& info, const rclcpp::Time) const override {
    seen += info.source_timestamp > 0;
  }
  mutable int seen = 0;
};

TEST_F(TopicStatisticsTest, AFactoryTakesStatisticsOfUsers) {
  COVERS("rclcpp", "create_subscription_factory");
  auto statistics = std::make_shared<CountingStatistics>(
      "name", node_->create_publisher<MetricsMessage>("out", 10));
  int messages = 0;
  const auto factory = rclcpp::create_subscription_factory<Clock>(
      [&](const Clock&) { ++messages; }, rclcpp::SubscriptionOptions(), statistics);
  auto subscription =
      node_->get_node_topics_interface()->create_subscription("a", factory, rclcpp::QoS(10));
  node_->create_publisher<Clock>("a", 10)->publish(Clock());
  wait_until([&] { return messages == 1; });
  EXPECT_EQ(statistics->seen, 1);
}

}  // namespace
