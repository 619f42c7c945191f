// Timers as users hold them.
#include <gtest/gtest.h>

#include "covers.h"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;

class TimerTest : public Running {
 protected:
  TimerTest() {
    init();
    node_ = node("own");
  }
  ~TimerTest() override { node_.reset(); }
  rclcpp::Node::SharedPtr node_;
};

TEST_F(TimerTest, IsReadyWhenItsPeriodIsOverAndResetBeginsAnew) {
  COVERS("rclcpp::TimerBase", "time_until_trigger", "is_ready", "reset", "cancel", "is_canceled");
  const auto timer = node_->create_wall_timer(1h, [] {});
  EXPECT_GT(timer->time_until_trigger(), 59min);
  EXPECT_LE(timer->time_until_trigger(), 1h);
  EXPECT_FALSE(timer->is_ready());
  const auto soon = node_->create_wall_timer(1ms, [] {});
  while (!soon->is_ready()) {}
  EXPECT_LE(soon->time_until_trigger(), 0ns);
  timer->cancel();
  EXPECT_TRUE(timer->is_canceled());
  EXPECT_EQ(timer->time_until_trigger(), std::chrono::nanoseconds::max());
  timer->reset();
  EXPECT_FALSE(timer->is_canceled());
  EXPECT_GT(timer->time_until_trigger(), 59min);
}

TEST_F(TimerTest, CallbacksTakeNothingTheTimerOrItsTimes) {
  COVERS("rclcpp", "VoidCallbackType", "TimerCallbackType", "TimerInfoCallbackType");
  COVERS("rclcpp::TimerInfo");
  bool plain = false, stopped = false;
  rclcpp::TimerInfo told;
  const rclcpp::VoidCallbackType nothing = [&] { plain = true; };
  const rclcpp::TimerCallbackType itself = [&](rclcpp::TimerBase& timer) {
    timer.cancel();
    stopped = true;
  };
  const rclcpp::TimerInfoCallbackType times = [&](const rclcpp::TimerInfo& info) { told = info; };
  const auto a = node_->create_wall_timer(1ms, nothing);
  const auto b = node_->create_wall_timer(1ms, itself);
  const auto c = node_->create_wall_timer(1ms, times);
  wait_until([&] { return plain && stopped && told.actual_call_time.nanoseconds() > 0; });
  EXPECT_TRUE(b->is_canceled());
  EXPECT_GE(told.actual_call_time.nanoseconds(), told.expected_call_time.nanoseconds());
  EXPECT_GT(told.expected_call_time.nanoseconds(), 0);
}

TEST_F(TimerTest, ACallPastTheExecutorHasTheTimesThatItIsGiven) {
  COVERS("rclcpp::GenericTimer", "execute_callback_delegate");
  COVERS("rclcpp::TimerBase", "exchange_in_use_by_wait_set_state", "get_timer_handle");
  rclcpp::TimerInfo told;
  auto times = [&](const rclcpp::TimerInfo& info) { told = info; };
  using Timer = rclcpp::GenericTimer<decltype(times)>;
  const auto timer = std::make_shared<Timer>(std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME), 1h,
                                             std::move(times));
  timer->execute_callback(nullptr);  // before it began
  EXPECT_GT(told.actual_call_time.nanoseconds(), 0);
  EXPECT_EQ(told.actual_call_time, told.expected_call_time);
  timer->execute_callback_delegate({5, 7});
  EXPECT_EQ(told.expected_call_time, rclcpp::Time(std::int64_t{5}, RCL_STEADY_TIME));
  EXPECT_EQ(told.actual_call_time, rclcpp::Time(std::int64_t{7}, RCL_STEADY_TIME));
  const auto handle = timer->get_timer_handle();
  EXPECT_EQ(timer->get_timer_handle(), handle) << "it is the same as long as the timer";
  EXPECT_FALSE(timer->exchange_in_use_by_wait_set_state(true));
  EXPECT_TRUE(timer->exchange_in_use_by_wait_set_state(false));
  timer->reset();
  const auto first = timer->call(), second = timer->call();
  timer->execute_callback(first);
  const auto expected = told.expected_call_time;
  timer->execute_callback(second);
  EXPECT_EQ(told.expected_call_time - expected, rclcpp::Duration(1h));
  timer->execute_callback(first);
  EXPECT_EQ(told.expected_call_time, expected) << "of the call that the data came from";
}

TEST_F(TimerTest, AreSteadyAsTheirClockIs) {
  COVERS("rclcpp::GenericTimer", "is_steady");
  COVERS("rclcpp::TimerBase", "is_steady");
  COVERS("rclcpp::WallTimer");
  auto nothing = [] {};
  using Nothing = decltype(nothing);
  rclcpp::GenericTimer<Nothing> by_system(std::make_shared<rclcpp::Clock>(RCL_SYSTEM_TIME), 1h,
                                          Nothing(nothing));
  EXPECT_FALSE(by_system.is_steady());
  rclcpp::WallTimer<Nothing> wall(1h, Nothing(nothing));
  EXPECT_TRUE(wall.is_steady());
  rclcpp::TimerBase& base = wall;
  EXPECT_TRUE(base.is_steady());
  EXPECT_EQ(base.get_clock()->get_clock_type(), RCL_STEADY_TIME);
  EXPECT_EQ(node_->create_timer(1h, nothing)->get_clock(), node_->get_clock());
  EXPECT_FALSE(node_->create_timer(1h, nothing)->is_steady());
}

}  // namespace
