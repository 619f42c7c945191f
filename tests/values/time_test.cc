#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "builtin_interfaces/msg/duration.hpp"
#include "builtin_interfaces/msg/time.hpp"
#include "covers.h"
#include "message_of.hpp"
#include "rclcpp/duration.hpp"
#include "rclcpp/time.hpp"

namespace {

using rclcpp::Duration;
using rclcpp::Time;
using testing::HasSubstr;
using namespace std::chrono_literals;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();

Duration ns(int64_t nanoseconds) { return Duration::from_nanoseconds(nanoseconds); }

TEST(DurationTest, IsMadeFromPartsChronoMessagesAndRmw) {
  COVERS("rclcpp::Duration", "nanoseconds", "from_seconds", "from_rmw_time", "operator==");
  EXPECT_EQ(Duration(1, 500).nanoseconds(), 1000000500);
  EXPECT_EQ(Duration(-1, 500000000).nanoseconds(), -500000000);
  EXPECT_EQ(Duration(3ms).nanoseconds(), 3000000);
  builtin_interfaces::msg::Duration message;
  message.sec = -2;
  message.nanosec = 1;
  EXPECT_EQ(Duration(message).nanoseconds(), -1999999999);
  EXPECT_EQ(Duration::from_seconds(0.25), Duration(250ms));
  EXPECT_EQ(Duration::from_rmw_time({1, 2}).nanoseconds(), 1000000002);
  EXPECT_EQ(Duration::from_rmw_time(RMW_DURATION_INFINITE).nanoseconds(), kMost);
  EXPECT_EQ(Duration(rcl_duration_t{7}).nanoseconds(), 7);
}

TEST(DurationTest, ConvertsToMessagesRoundingSecondsDown) {
  COVERS("rclcpp::Duration", "operator builtin_interfaces::msg::Duration");
  builtin_interfaces::msg::Duration message = ns(-1);
  EXPECT_EQ(message.sec, -1);
  EXPECT_EQ(message.nanosec, 999999999u);
  message = Duration(2, 3);
  EXPECT_EQ(message.sec, 2);
  EXPECT_EQ(message.nanosec, 3u);
  message = ns(kMost);
  EXPECT_EQ(message.sec, std::numeric_limits<int32_t>::max());
}

TEST(DurationTest, TheLongestAndTheLastTimeSurviveAMessage) {
  COVERS("rclcpp::{Duration,Time}", "max");
  EXPECT_EQ(Duration::max().nanoseconds(), 2147483647999999999);
  EXPECT_EQ(Time::max().nanoseconds(), 2147483647999999999);
  const builtin_interfaces::msg::Duration duration = Duration::max();
  EXPECT_EQ(Duration(duration), Duration::max());
  const builtin_interfaces::msg::Time time = Time::max(RCL_ROS_TIME);
  EXPECT_EQ(Time(time), Time::max(RCL_ROS_TIME));
}

template <class Rep, class Period>
int64_t count_of(std::chrono::duration<Rep, Period> span) {
  return Duration(span).nanoseconds();
}

// A cast of the standard's would wrap round.
TEST(DurationTest, ASpanThatIsTooLongForItIsTheLongestThereIs) {
  using std::chrono::duration;
  using std::chrono::hours;
  EXPECT_EQ(count_of(hours::max()), kMost);
  EXPECT_EQ(count_of(hours::min()), kLeast);
  EXPECT_EQ(count_of(std::chrono::seconds(9223372037)), kMost);
  EXPECT_EQ(count_of(std::chrono::seconds(9223372036)), 9223372036000000000);
  EXPECT_EQ(count_of(std::chrono::microseconds(-9223372036854775)), -9223372036854775000);
  EXPECT_EQ(count_of(duration<uint64_t, std::nano>::max()), kMost);
  EXPECT_EQ(count_of(duration<double>(1e300)), kMost);
  EXPECT_EQ(count_of(duration<double>(-1e300)), kLeast);
  EXPECT_EQ(count_of(duration<float>(1e10f)), kMost);
  EXPECT_EQ(count_of(duration<double>(std::numeric_limits<double>::infinity())), kMost);
  EXPECT_EQ(count_of(duration<double>(std::numeric_limits<double>::quiet_NaN())), 0);
  EXPECT_EQ(count_of(duration<double>(0.3)), 300000000);
}

TEST(DurationTest, ConvertsToChronoSecondsAndRmw) {
  COVERS("rclcpp::Duration", "to_chrono", "seconds", "to_rmw_time");
  EXPECT_EQ(Duration(1500ms).to_chrono<std::chrono::milliseconds>(), 1500ms);
  EXPECT_DOUBLE_EQ(Duration(-1500ms).seconds(), -1.5);
  EXPECT_EQ(Duration(1, 2).to_rmw_time().sec, 1u);
  EXPECT_EQ(Duration(1, 2).to_rmw_time().nsec, 2u);
  EXPECT_THROW(ns(-1).to_rmw_time(), std::runtime_error);
}

TEST(DurationTest, ArithmeticIsExactAndThrowsInsteadOfWrapping) {
  COVERS("rclcpp::Duration", "operator+", "operator-", "operator*",
         "operator+=", "operator-=", "operator*=");
  EXPECT_EQ(Duration(1s) + Duration(2ns), Duration(1, 2));
  EXPECT_EQ(Duration(1s) - Duration(2s), Duration(-1s));
  EXPECT_EQ(Duration(1s) * 2.5, Duration(2500ms));
  Duration sum(1s);
  sum += Duration(1s);
  sum -= Duration(500ms);
  sum *= 2.0;
  EXPECT_EQ(sum, Duration(3s));
  EXPECT_THROW(ns(kMost) + ns(1), std::overflow_error);
  EXPECT_THROW(ns(kLeast) + ns(-1), std::underflow_error);
  EXPECT_THROW(ns(kMost) - ns(-1), std::overflow_error);
  EXPECT_THROW(ns(kLeast) - ns(1), std::underflow_error);
  EXPECT_THROW(ns(kMost) * 1.1, std::overflow_error);
  EXPECT_THROW(ns(kMost) * -1.1, std::underflow_error);
  EXPECT_THROW(ns(1) * std::numeric_limits<double>::infinity(), std::runtime_error);
  EXPECT_THROW(Duration::from_seconds(1e10), std::overflow_error);
  EXPECT_THROW(Duration::from_seconds(1e300), std::overflow_error);
  EXPECT_THROW(Duration::from_seconds(-1e300), std::underflow_error);
  EXPECT_THROW(Duration::from_seconds(std::numeric_limits<double>::quiet_NaN()),
               std::runtime_error);
}

TEST(DurationTest, IsOrdered) {
  COVERS("rclcpp::Duration", "operator<", "operator<=", "operator>", "operator>=", "operator!=");
  EXPECT_LT(ns(-1), ns(0));
  EXPECT_LE(ns(0), ns(0));
  EXPECT_GT(Duration::max(), Duration(1s));
  EXPECT_GE(ns(1), ns(1));
  EXPECT_NE(ns(1), ns(2));
}

TEST(DurationTest, IsAssignedFromDurationsAndMessages) {
  COVERS("rclcpp::Duration", "operator=", "from_nanoseconds");
  Duration duration = Duration::from_nanoseconds(5);
  const Duration other = Duration::from_nanoseconds(6);
  duration = other;
  EXPECT_EQ(duration.nanoseconds(), 6);
  builtin_interfaces::msg::Duration message;
  message.sec = 2;
  duration = message;
  EXPECT_EQ(duration, Duration(2s));
}

TEST(DurationTest, MovesTimesOfMessages) {
  COVERS("rclcpp/duration.hpp rclcpp", "operator+", "operator-");
  builtin_interfaces::msg::Time time;
  time.sec = 3;
  time.nanosec = 500000000;
  const builtin_interfaces::msg::Time later = time + Duration(600ms);
  EXPECT_EQ(later.sec, 4);
  EXPECT_EQ(later.nanosec, 100000000u);
  const builtin_interfaces::msg::Time earlier = time - Duration(600ms);
  EXPECT_EQ(earlier.sec, 2);
  EXPECT_EQ(earlier.nanosec, 900000000u);
  time.sec = -1;
  EXPECT_THROW(time + Duration(1s), std::runtime_error);
  EXPECT_THROW(time - Duration(1s), std::runtime_error);
}

TEST(TimeTest, IsMadeFromPartsNanosecondsAndMessages) {
  COVERS("rclcpp::Time", "get_clock_type", "nanoseconds", "operator==");
  EXPECT_EQ(Time().get_clock_type(), RCL_SYSTEM_TIME);
  EXPECT_EQ(Time(1, 2).nanoseconds(), 1000000002);
  EXPECT_EQ(Time(int64_t{5}, RCL_STEADY_TIME).get_clock_type(), RCL_STEADY_TIME);
  builtin_interfaces::msg::Time message;
  message.sec = 4;
  message.nanosec = 5;
  const Time time(message);
  EXPECT_EQ(time.nanoseconds(), 4000000005);
  EXPECT_EQ(time.get_clock_type(), RCL_ROS_TIME);
  EXPECT_EQ(Time(rcl_time_point_t{9, RCL_STEADY_TIME}), Time(int64_t{9}, RCL_STEADY_TIME));
}

TEST(TimeTest, NegativeSecondsAreRefusedWithTheValue) {
  COVERS("rclcpp::Time", "operator=");
  EXPECT_THAT(message_of<std::runtime_error>([] { Time(-1, 0); }), HasSubstr("seconds = -1"));
  builtin_interfaces::msg::Time message;
  message.sec = -3;
  EXPECT_THROW(Time{message}, std::runtime_error);
  Time time;
  EXPECT_THROW(time = message, std::runtime_error);
}

TEST(TimeTest, ConvertsToMessagesAndSeconds) {
  COVERS("rclcpp::Time", "operator builtin_interfaces::msg::Time", "seconds", "max");
  COVERS("rclcpp", "convert_rcl_time_to_sec_nanos");
  const builtin_interfaces::msg::Time message = Time(3, 4);
  EXPECT_EQ(message.sec, 3);
  EXPECT_EQ(message.nanosec, 4u);
  EXPECT_EQ(rclcpp::convert_rcl_time_to_sec_nanos(-1).sec, -1);
  EXPECT_DOUBLE_EQ(Time(2, 500000000).seconds(), 2.5);
  EXPECT_EQ(Time::max(RCL_ROS_TIME).get_clock_type(), RCL_ROS_TIME);
}

TEST(TimeTest, ArithmeticKeepsTheClockAndThrowsInsteadOfWrapping) {
  COVERS("rclcpp::Time", "operator+", "operator-", "operator+=", "operator-=");
  COVERS("rclcpp/time.hpp rclcpp", "operator+");
  const Time time(int64_t{10}, RCL_ROS_TIME);
  EXPECT_EQ((time + ns(5)).nanoseconds(), 15);
  EXPECT_EQ((ns(5) + time).get_clock_type(), RCL_ROS_TIME);
  EXPECT_EQ((time - ns(4)).nanoseconds(), 6);
  EXPECT_EQ(time - Time(int64_t{4}, RCL_ROS_TIME), ns(6));
  Time moved = time;
  moved += ns(1);
  moved -= ns(3);
  EXPECT_EQ(moved.nanoseconds(), 8);
  EXPECT_THROW(Time(kMost) + ns(1), std::overflow_error);
  EXPECT_THROW(ns(kMost) + Time::max(), std::overflow_error);
  EXPECT_THROW(Time(kLeast) - ns(1), std::underflow_error);
  EXPECT_THROW(Time(kLeast) - Time(1), std::underflow_error);
}

TEST(TimeTest, TimesOfDifferentClocksAreNotComparedAndTheErrorNamesBoth) {
  const Time ros(int64_t{1}, RCL_ROS_TIME);
  const Time system(int64_t{1}, RCL_SYSTEM_TIME);
  EXPECT_THROW((void)(ros == system), std::runtime_error);
  EXPECT_THROW((void)(ros >= system), std::runtime_error);
  EXPECT_THAT(message_of<std::runtime_error>([&] { (void)(ros < system); }),
              HasSubstr("can't compare times with different time sources [ROS time, system time]"));
  EXPECT_THAT(message_of<std::runtime_error>([&] { (void)(ros - system); }),
              HasSubstr("can't subtract times with different time sources"));
}

TEST(TimeTest, IsOrdered) {
  COVERS("rclcpp::Time", "operator<", "operator<=", "operator>", "operator>=", "operator!=");
  EXPECT_LT(Time(1), Time(2));
  EXPECT_LE(Time(2), Time(2));
  EXPECT_GT(Time(3), Time(2));
  EXPECT_GE(Time(3), Time(3));
  EXPECT_NE(Time(3), Time(4));
}

}  // namespace
