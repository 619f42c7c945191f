// rcl/timer.h: a timer by the handle that rclcpp gives out.
#include <gmock/gmock.h>
#include <rcl/error_handling.h>
#include <rcl/timer.h>

#include "covers.h"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;

constexpr int64_t kHour = RCL_S_TO_NS(3600);

class TimerHandleTest : public Running {
 protected:
  TimerHandleTest() {
    init();
    node_ = node("own");
    timer_ = node_->create_wall_timer(1h, [] {});
    // The functions of C take one that is not const.
    handle_ = std::const_pointer_cast<rcl_timer_t>(timer_->get_timer_handle());
    rcl_reset_error();
  }
  ~TimerHandleTest() override {
    rcl_reset_error();
    timer_.reset();
    node_.reset();
  }
  rclcpp::Node::SharedPtr node_;
  rclcpp::TimerBase::SharedPtr timer_;
  std::shared_ptr<rcl_timer_t> handle_;
};

TEST_F(TimerHandleTest, TellsItsPeriodItsClockAndTheTimeAhead) {
  COVERS("rcl", "rcl_timer_get_period", "rcl_timer_clock", "rcl_timer_get_time_until_next_call",
         "rcl_timer_is_ready");
  int64_t ns = 0;
  EXPECT_EQ(rcl_timer_get_period(handle_.get(), &ns), RCL_RET_OK);
  EXPECT_EQ(ns, kHour);
  rcl_clock_t* clock = nullptr;
  EXPECT_EQ(rcl_timer_clock(handle_.get(), &clock), RCL_RET_OK);
  ASSERT_NE(clock, nullptr);
  EXPECT_EQ(clock->type, RCL_STEADY_TIME);
  EXPECT_EQ(rcl_timer_get_time_until_next_call(handle_.get(), &ns), RCL_RET_OK);
  EXPECT_GT(ns, kHour - RCL_S_TO_NS(60));
  EXPECT_LE(ns, kHour);
  bool ready = true;
  EXPECT_EQ(rcl_timer_is_ready(handle_.get(), &ready), RCL_RET_OK);
  EXPECT_FALSE(ready);
}

TEST_F(TimerHandleTest, ANewPeriodBeginsWithTheNextReset) {
  COVERS("rcl", "rcl_timer_exchange_period");
  int64_t old = 0, left = 0;
  EXPECT_EQ(rcl_timer_exchange_period(handle_.get(), 2 * kHour, &old), RCL_RET_OK);
  EXPECT_EQ(old, kHour);
  EXPECT_LE(timer_->time_until_trigger(), 1h);
  EXPECT_EQ(rcl_timer_reset(handle_.get()), RCL_RET_OK);
  EXPECT_EQ(rcl_timer_get_time_until_next_call(handle_.get(), &left), RCL_RET_OK);
  EXPECT_GT(left, kHour);
  EXPECT_EQ(rcl_timer_exchange_period(handle_.get(), -1, &old), RCL_RET_INVALID_ARGUMENT);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("-1 ns is negative"));
}

TEST_F(TimerHandleTest, ACallMovesOnToTheNextPeriod) {
  COVERS("rcl", "rcl_timer_call", "rcl_timer_get_time_since_last_call");
  int64_t since_made = -1, since_call = -1, left = 0;
  EXPECT_EQ(rcl_timer_get_time_since_last_call(handle_.get(), &since_made), RCL_RET_OK);
  EXPECT_GE(since_made, 0);
  EXPECT_EQ(rcl_timer_call(handle_.get()), RCL_RET_OK);
  EXPECT_EQ(rcl_timer_get_time_since_last_call(handle_.get(), &since_call), RCL_RET_OK);
  EXPECT_GE(since_call, 0);
  EXPECT_EQ(rcl_timer_get_time_until_next_call(handle_.get(), &left), RCL_RET_OK);
  EXPECT_GT(left, kHour);  // it was called before it was due
}

TEST_F(TimerHandleTest, CancelAndResetAreThoseOfTheTimer) {
  COVERS("rcl", "rcl_timer_cancel", "rcl_timer_is_canceled", "rcl_timer_reset");
  EXPECT_EQ(rcl_timer_cancel(handle_.get()), RCL_RET_OK);
  EXPECT_TRUE(timer_->is_canceled());
  bool is = false;
  EXPECT_EQ(rcl_timer_is_canceled(handle_.get(), &is), RCL_RET_OK);
  EXPECT_TRUE(is);
  int64_t left = 0;
  EXPECT_EQ(rcl_timer_call(handle_.get()), RCL_RET_TIMER_CANCELED);
  rcl_reset_error();
  EXPECT_EQ(rcl_timer_get_time_until_next_call(handle_.get(), &left), RCL_RET_TIMER_CANCELED);
  EXPECT_THAT(rcl_get_error_string().str, testing::HasSubstr("rcl_timer_reset()"));
  EXPECT_EQ(rcl_timer_reset(handle_.get()), RCL_RET_OK);
  EXPECT_FALSE(timer_->is_canceled());
}

TEST_F(TimerHandleTest, TellsOfResetsThoseFromBeforeToo) {
  COVERS("rcl", "rcl_timer_set_on_reset_callback");
  const auto count = [](const void* user_data, size_t resets) {
    *static_cast<size_t*>(const_cast<void*>(user_data)) += resets;
  };
  size_t told = 0;
  timer_->reset();
  EXPECT_EQ(rcl_timer_reset(handle_.get()), RCL_RET_OK);
  EXPECT_EQ(rcl_timer_set_on_reset_callback(handle_.get(), count, &told), RCL_RET_OK);
  EXPECT_EQ(told, 2u);
  timer_->reset();
  EXPECT_EQ(told, 3u);
  EXPECT_EQ(rcl_timer_set_on_reset_callback(handle_.get(), nullptr, nullptr), RCL_RET_OK);
  timer_->reset();
  EXPECT_EQ(told, 3u);
}

TEST_F(TimerHandleTest, AHandleOfNoTimerIsRefused) {
  COVERS("rcl", "rcl_get_zero_initialized_timer");
  rcl_timer_t none = rcl_get_zero_initialized_timer();
  int64_t ns = 0;
  EXPECT_EQ(rcl_timer_get_period(&none, &ns), RCL_RET_TIMER_INVALID);
  rcl_reset_error();
  EXPECT_EQ(rcl_timer_cancel(&none), RCL_RET_TIMER_INVALID);
  rcl_reset_error();
  EXPECT_EQ(rcl_timer_cancel(nullptr), RCL_RET_INVALID_ARGUMENT);
  rcl_reset_error();
  EXPECT_EQ(rcl_timer_get_period(handle_.get(), nullptr), RCL_RET_INVALID_ARGUMENT);
  EXPECT_TRUE(rcl_error_is_set());
}

}  // namespace
