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
  while (!soon->is_ready()) {
  }
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
  EXPECT_FALSE(node_->create_timer(1h, nothing)->is_steady());
}

}  // namespace
