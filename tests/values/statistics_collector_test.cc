#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "covers.h"
#include "libstatistics_collector/collector/collector.hpp"
#include "libstatistics_collector/collector/generate_statistics_message.hpp"
#include "libstatistics_collector/moving_average_statistics/moving_average.hpp"
#include "libstatistics_collector/topic_statistics_collector/received_message_age.hpp"
#include "libstatistics_collector/topic_statistics_collector/received_message_period.hpp"
#include "rosgraph_msgs/msg/clock.hpp"
#include "statistics_msgs/msg/statistic_data_type.hpp"
#include "std_msgs/msg/header.hpp"

namespace {

namespace topics = libstatistics_collector::topic_statistics_collector;
using libstatistics_collector::ReceivedMessageAgeCollector;
using libstatistics_collector::ReceivedMessagePeriodCollector;
using libstatistics_collector::moving_average_statistics::MovingAverageStatistics;
using libstatistics_collector::moving_average_statistics::StatisticData;

constexpr rcl_time_point_value_t kMillisecond = 1000000;

TEST(MovingAverageTest, TellsAverageExtremesAndDeviationOfAllValues) {
  COVERS("libstatistics_collector::moving_average_statistics::MovingAverageStatistics",
         "AddMeasurement", "Average", "Max", "Min");
  COVERS("libstatistics_collector::moving_average_statistics::MovingAverageStatistics",
         "StandardDeviation", "GetCount");
  MovingAverageStatistics of;
  for (double value : {-7.0, -4.0, -4.0, -1.0}) of.AddMeasurement(value);
  EXPECT_DOUBLE_EQ(of.Average(), -4.0);
  EXPECT_DOUBLE_EQ(of.Min(), -7.0);
  EXPECT_DOUBLE_EQ(of.Max(), -1.0);
  EXPECT_DOUBLE_EQ(of.StandardDeviation(), std::sqrt(18.0 / 4));
  EXPECT_EQ(of.GetCount(), 4u);
}

TEST(MovingAverageTest, WithoutValuesEverythingIsNotANumber) {
  COVERS("libstatistics_collector::moving_average_statistics::MovingAverageStatistics", "Reset",
         "GetStatistics");
  MovingAverageStatistics of;
  of.AddMeasurement(3);
  of.Reset();
  of.AddMeasurement(std::numeric_limits<double>::quiet_NaN());
  const StatisticData data = of.GetStatistics();
  EXPECT_TRUE(std::isnan(data.average) && std::isnan(data.min) && std::isnan(data.max) &&
              std::isnan(data.standard_deviation));
  EXPECT_EQ(data.sample_count, 0u);
  of.AddMeasurement(5);
  EXPECT_EQ(of.Min(), 5);
  EXPECT_EQ(of.StandardDeviation(), 0);
}

TEST(MovingAverageTest, StatisticsAreTextInOneLine) {
  COVERS("libstatistics_collector::moving_average_statistics", "StatisticsDataToString");
  EXPECT_EQ(StatisticsDataToString(StatisticData{2, 1, 3, 0.5, 7}),
            "avg=2.000000, min=1.000000, max=3.000000, std_dev=0.500000, count=7");
}

class Scripted : public libstatistics_collector::collector::Collector {
 public:
  std::string GetMetricName() const override { return "name"; }
  std::string GetMetricUnit() const override { return "unit"; }
  bool answer = true;

 private:
  bool SetupStart() override { return answer; }
  bool SetupStop() override { return answer; }
};

TEST(CollectorTest, StartsOnceAndStopsOnceAndForgetsWhenItStops) {
  COVERS("libstatistics_collector::collector::Collector", "Start", "Stop", "IsStarted",
         "AcceptData");
  COVERS("libstatistics_collector::collector::Collector", "GetStatisticsResults",
         "GetStatusString");
  Scripted collector;
  EXPECT_FALSE(collector.Stop()) << "not started";
  EXPECT_TRUE(collector.Start());
  EXPECT_TRUE(collector.IsStarted());
  EXPECT_FALSE(collector.Start()) << "started already";
  collector.AcceptData(4);
  EXPECT_EQ(collector.GetStatisticsResults().average, 4);
  EXPECT_EQ(collector.GetStatusString().find("started=true, avg=4.0"), 0u);
  collector.answer = false;
  EXPECT_FALSE(collector.Stop()) << "what SetupStop() says";
  EXPECT_FALSE(collector.IsStarted());
  EXPECT_EQ(collector.GetStatisticsResults().sample_count, 0u);
  EXPECT_FALSE(collector.Start()) << "what SetupStart() says";
  EXPECT_TRUE(collector.IsStarted());
}

TEST(CollectorTest, AMessageHasTheFivePointsAndTheWindow) {
  COVERS("libstatistics_collector::collector", "GenerateStatisticMessage");
  using Type = statistics_msgs::msg::StatisticDataType;
  builtin_interfaces::msg::Time start, stop;
  start.sec = 3;
  stop.sec = 4;
  const auto message = libstatistics_collector::collector::GenerateStatisticMessage(
      "node", "message_age", "ms", start, stop, {2, 1, 3, 0.5, 7});
  EXPECT_EQ(message.measurement_source_name, "node");
  EXPECT_EQ(message.metrics_source, "message_age");
  EXPECT_EQ(message.unit, "ms");
  EXPECT_EQ(message.window_start, start);
  EXPECT_EQ(message.window_stop, stop);
  const std::pair<int, double> points[] = {{Type::STATISTICS_DATA_TYPE_AVERAGE, 2},
                                           {Type::STATISTICS_DATA_TYPE_MAXIMUM, 3},
                                           {Type::STATISTICS_DATA_TYPE_MINIMUM, 1},
                                           {Type::STATISTICS_DATA_TYPE_SAMPLE_COUNT, 7},
                                           {Type::STATISTICS_DATA_TYPE_STDDEV, 0.5}};
  ASSERT_EQ(message.statistics.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(message.statistics[i].data_type, points[i].first);
    EXPECT_EQ(message.statistics[i].data, points[i].second);
  }
}

TEST(TopicStatisticsTest, AgeIsFromWhenAMessageWasSentToWhenItCame) {
  COVERS("libstatistics_collector::collector::MetricDetailsInterface", "GetMetricName",
         "GetMetricUnit");
  COVERS("libstatistics_collector::topic_statistics_collector::TopicStatisticsCollector",
         "OnMessageReceived");
  ReceivedMessageAgeCollector age;
  rmw_message_info_t info{};
  age.OnMessageReceived(info, 9 * kMillisecond);
  info.source_timestamp = 4 * kMillisecond;
  age.OnMessageReceived(info, 0);
  EXPECT_EQ(age.GetStatisticsResults().sample_count, 0u) << "one of the two times is not known";
  age.OnMessageReceived(info, 9 * kMillisecond);
  EXPECT_DOUBLE_EQ(age.GetStatisticsResults().average, 5);
  EXPECT_EQ(age.GetMetricName(), topics::topic_statistics_constants::kMsgAgeStatName);
  EXPECT_EQ(age.GetMetricUnit(), "ms");
}

struct Stamped {
  std_msgs::msg::Header header;
};

TEST(TopicStatisticsTest, AgeOfATypeOfMessagesIsFromItsHeader) {
  topics::ReceivedMessageAgeCollector<Stamped> age;
  Stamped message;
  message.header.stamp.sec = 1;
  message.header.stamp.nanosec = 500 * kMillisecond;
  age.OnMessageReceived(message, 1750 * kMillisecond);
  EXPECT_DOUBLE_EQ(age.GetStatisticsResults().average, 250);
  topics::ReceivedMessageAgeCollector<rosgraph_msgs::msg::Clock> none;
  none.OnMessageReceived(rosgraph_msgs::msg::Clock(), kMillisecond);
  EXPECT_EQ(none.GetStatisticsResults().sample_count, 0u) << "it has no header";
}

TEST(TopicStatisticsTest, PeriodIsBetweenMessagesAndBeginsAnewWithAStart) {
  COVERS("libstatistics_collector::collector::Collector", "ClearCurrentMeasurements");
  ReceivedMessagePeriodCollector period;
  period.OnMessageReceived({}, 10 * kMillisecond);
  EXPECT_EQ(period.GetStatisticsResults().sample_count, 0u);
  period.OnMessageReceived({}, 14 * kMillisecond);
  period.OnMessageReceived({}, 20 * kMillisecond);
  EXPECT_DOUBLE_EQ(period.GetStatisticsResults().average, 5);
  EXPECT_DOUBLE_EQ(period.GetStatisticsResults().max, 6);
  period.ClearCurrentMeasurements();
  EXPECT_TRUE(period.Start());
  period.OnMessageReceived({}, 900 * kMillisecond);
  EXPECT_EQ(period.GetStatisticsResults().sample_count, 0u);
  EXPECT_EQ(period.GetMetricName(), "message_period");
}

}  // namespace
