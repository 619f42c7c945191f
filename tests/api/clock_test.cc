// Clocks, what hears of their jumps, and what turns at a rate.
#include <gmock/gmock.h>
#include <rosgraph_msgs/msg/clock.hpp>

#include <atomic>
#include <mutex>
#include <thread>

#include "covers.h"
#include "running.hpp"

namespace {

using namespace std::chrono_literals;
using rclcpp::Duration;
using testing::ElementsAre;

class ClockTest : public Running {
 protected:
  ClockTest() { init(); }
};

TEST_F(ClockTest, EveryKindTellsItsOwnTime) {
  COVERS("rclcpp::Clock", "now", "get_clock_type", "started", "get_clock_handle",
         "get_clock_mutex");
  rclcpp::Clock system, steady(RCL_STEADY_TIME), ros(RCL_ROS_TIME);
  EXPECT_EQ(system.get_clock_type(), RCL_SYSTEM_TIME);
  EXPECT_EQ(ros.get_clock_handle()->type, RCL_ROS_TIME);
  for (rclcpp::Clock* clock : {&system, &steady, &ros}) {
    const std::lock_guard lock(clock->get_clock_mutex());
    const rclcpp::Time first = clock->now();
    EXPECT_EQ(first.get_clock_type(), clock->get_clock_type());
    EXPECT_LE(first, clock->now());
    EXPECT_TRUE(clock->started());
  }
  EXPECT_GT(system.now().seconds(), 1e9);
  EXPECT_THROW(rclcpp::Clock{RCL_CLOCK_UNINITIALIZED}, rclcpp::exceptions::RCLInvalidArgument);
}

TEST_F(ClockTest, SleepsByItsOwnTimeUntilItIsCancelled) {
  COVERS("rclcpp::Clock", "sleep_for", "sleep_until", "cancel_sleep_or_wait");
  rclcpp::Clock clock(RCL_STEADY_TIME);
  const auto before = clock.now();
  EXPECT_TRUE(clock.sleep_for(2ms));
  EXPECT_GE(clock.now() - before, Duration(2ms));
  EXPECT_TRUE(clock.sleep_until(clock.now()));
  std::atomic<bool> awake{false};
  std::thread waker([&] {
    while (!awake) clock.cancel_sleep_or_wait();
  });
  EXPECT_FALSE(clock.sleep_for(std::chrono::hours(1)));
  awake = true;
  waker.join();
}

TEST_F(ClockTest, AConditionIsWaitedForUntilATimeOfTheClock) {
  const auto clock = std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME);
  rclcpp::ClockWaiter waiter(clock);
  std::mutex mutex;
  bool so = false;
  std::unique_lock lock(mutex);
  EXPECT_FALSE(waiter.wait_until(lock, clock->now() + 1ms, [&] { return so; }));
  EXPECT_TRUE(lock.owns_lock());
  std::thread other([&] {
    {
      const std::lock_guard its(mutex);
      so = true;
    }
    waiter.notify_one();
  });
  EXPECT_TRUE(waiter.wait_until(lock, clock->now() + 1h, [&] { return so; }));
  lock.unlock();
  other.join();
  EXPECT_THROW(waiter.wait_until(lock, clock->now(), [] { return true; }), std::runtime_error);
  lock.lock();
  EXPECT_THROW(waiter.wait_until(lock, rclcpp::Time(0, 0, RCL_ROS_TIME), [] { return true; }),
               std::runtime_error);
  EXPECT_THROW(rclcpp::ClockWaiter(nullptr), std::invalid_argument);
}

TEST_F(ClockTest, SimulatedTimeEndsAWaitForACondition) {
  const auto clock = std::make_shared<rclcpp::Clock>(RCL_ROS_TIME);
  ASSERT_EQ(rcl_enable_ros_time_override(clock->get_clock_handle()), RCL_RET_OK);
  rclcpp::ClockConditionalVariable condition(clock);
  std::atomic<bool> asked{false};
  std::thread other([&] {
    while (!asked) std::this_thread::yield();
    ASSERT_EQ(rcl_set_ros_time_override(clock->get_clock_handle(), 2), RCL_RET_OK);
  });
  std::unique_lock lock(condition.mutex());
  EXPECT_FALSE(condition.wait_until(lock, rclcpp::Time(0, 1, RCL_ROS_TIME), [&] {
    asked = true;
    return false;
  }));
  other.join();
  EXPECT_TRUE(condition.wait_until(lock, rclcpp::Time(0, 1, RCL_ROS_TIME), [] { return true; }));
}

TEST_F(ClockTest, TheEndOfTheContextEndsAWaitForACondition) {
  rclcpp::ClockConditionalVariable condition(std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME));
  std::unique_lock lock(condition.mutex());
  std::thread other([] { rclcpp::shutdown(); });
  EXPECT_FALSE(
      condition.wait_until(lock, rclcpp::Time::max(RCL_STEADY_TIME), [] { return false; }));
  other.join();
  std::mutex wrong;
  std::unique_lock of_another(wrong);
  EXPECT_THROW(
      condition.wait_until(of_another, rclcpp::Time(0, 0, RCL_STEADY_TIME), [] { return true; }),
      std::runtime_error);
}

TEST_F(ClockTest, JumpsAreToldBeforeAndAfter) {
  COVERS("rclcpp::Clock", "create_jump_callback");
  COVERS("rclcpp::JumpHandler", "pre_callback_t", "post_callback_t");
  auto own = node("own");
  std::vector<int> told;
  const rclcpp::JumpHandler::pre_callback_t before = [&] { told.push_back(0); };
  const rclcpp::JumpHandler::post_callback_t after = [&](const rcl_time_jump_t& jump) {
    told.push_back(jump.clock_change);
  };
  rcl_jump_threshold_t threshold{};
  threshold.on_clock_change = true;
  auto handler = own->get_clock()->create_jump_callback(before, after, threshold);
  own->set_parameter({"use_sim_time", true});
  EXPECT_THAT(told, ElementsAre(0, RCL_ROS_TIME_ACTIVATED));
  own->set_parameter({"use_sim_time", false});
  EXPECT_THAT(told, ElementsAre(0, RCL_ROS_TIME_ACTIVATED, 0, RCL_ROS_TIME_DEACTIVATED));
  handler.reset();
  own->set_parameter({"use_sim_time", true});
  EXPECT_EQ(told.size(), 4u);
}

TEST_F(ClockTest, AJumpCallbackMayEndItselfAndMakeATimer) {
  auto own = node("own");
  rclcpp::JumpHandler::SharedPtr handler;
  rclcpp::TimerBase::SharedPtr timer;
  int told = 0;
  const auto after = [&, kept = std::make_shared<int>(1)](const rcl_time_jump_t&) {
    handler.reset();
    timer = own->create_timer(1s, [] {});
    told += *kept;
  };
  rcl_jump_threshold_t threshold{};
  threshold.on_clock_change = true;
  handler = own->get_clock()->create_jump_callback(nullptr, after, threshold);
  own->set_parameter({"use_sim_time", true});
  own->set_parameter({"use_sim_time", false});
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(timer);
}

TEST_F(ClockTest, ARateSleepsForTheRestOfEachPeriod) {
  COVERS("rclcpp::Rate", "sleep", "period", "get_type", "reset");
  COVERS("rclcpp::RateBase", "sleep", "get_type", "reset");
  rclcpp::Rate rate(Duration(5ms), std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME));
  rclcpp::RateBase& base = rate;
  EXPECT_EQ(rate.period(), 5ms);
  EXPECT_EQ(base.get_type(), RCL_STEADY_TIME);
  EXPECT_EQ(rclcpp::Rate(4.0).get_type(), RCL_SYSTEM_TIME);
  const std::chrono::nanoseconds period = rclcpp::Rate(4.0).period();
  EXPECT_EQ(period, 250ms);
  rclcpp::Clock steady(RCL_STEADY_TIME);
  rate.reset();
  const auto before = steady.now();
  while (!rate.sleep()) {  // late, on a machine that has no time for us
  }
  EXPECT_GE(steady.now() - before, Duration(5ms));
  steady.sleep_for(11ms);
  EXPECT_FALSE(rate.sleep()) << "its period is over";
  do {
    base.reset();
  } while (!base.sleep());
  EXPECT_THROW(rclcpp::Rate(0.0), std::invalid_argument);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST_F(ClockTest, RatesTellInTheOlderWayWhetherTheyAreSteady) {
  COVERS("rclcpp::{RateBase,Rate}", "is_steady");
  const rclcpp::Rate steady(1.0, std::make_shared<rclcpp::Clock>(RCL_STEADY_TIME));
  const rclcpp::Rate by_system(1.0);
  const rclcpp::RateBase& base = steady;
  EXPECT_TRUE(steady.is_steady() && base.is_steady());
  EXPECT_FALSE(by_system.is_steady());
}

TEST_F(ClockTest, TheOlderRateIsOverAClockOfTheLibrary) {
  COVERS("rclcpp::GenericRate", "sleep", "period", "get_type", "reset", "is_steady");
  rclcpp::GenericRate<std::chrono::steady_clock> rate(1000.0);
  EXPECT_TRUE(rate.is_steady());
  EXPECT_EQ(rate.get_type(), RCL_STEADY_TIME);
  EXPECT_EQ(rate.period(), 1ms);
  EXPECT_FALSE(rclcpp::GenericRate<std::chrono::system_clock>(1ms).is_steady());
  const auto before = std::chrono::steady_clock::now();
  do {
    rate.reset();
  } while (!rate.sleep());
  EXPECT_GE(std::chrono::steady_clock::now() - before, 1ms);
}
#pragma GCC diagnostic pop

TEST_F(ClockTest, AWallRateIsSteadyAndARosRateFollowsTheNode) {
  COVERS("rclcpp::WallRate");
  const rclcpp::WallRate wall(100.0);
  EXPECT_EQ(wall.get_type(), RCL_STEADY_TIME);
  EXPECT_EQ(wall.period(), 10ms);
  EXPECT_EQ(rclcpp::ROSRate(Duration(1ms)).get_type(), RCL_ROS_TIME);
}

}  // namespace
