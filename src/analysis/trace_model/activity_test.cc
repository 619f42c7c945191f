// Callbacks, timers and executor threads of systems whose numbers are known.
#include "analysis/trace_model/activity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using testing::DoubleNear;
using testing::SizeIs;

// A node with a timer of 1000 ns, whose callback is at 0x52.
class ActivityTest : public StoryTest {
 protected:
  ActivityTest() {
    process(1).node(0x10, "node");
    process(1).timer(0x50, 0x10, 1'000);
  }
  TimerActivity timer() {
    const auto all = timer_activity(model());
    EXPECT_THAT(all, SizeIs(1));
    return all.empty() ? TimerActivity() : all[0];
  }
  ThreadActivity thread() {
    const auto read = trace();
    const Model m = build_model(read);
    const auto all = thread_activity(read, m, spans_of(read));
    EXPECT_THAT(all, SizeIs(1));
    return all.empty() ? ThreadActivity() : all[0];
  }
};

TEST_F(ActivityTest, ACallbackHasItsDurationsAndItsPeriods) {
  process(1).call(1'000, 1, 0x52, false, 100);
  process(1).call(2'000, 1, 0x52, false, 300);
  process(1).call(3'500, 1, 0x52, false, 200);
  const auto all = callback_activity(model());
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].runs, 3u);
  EXPECT_EQ(all[0].duration.p50, 200);
  EXPECT_EQ(all[0].duration.most, 300);
  EXPECT_EQ(all[0].durations.total(), 3u);
  EXPECT_EQ(all[0].period.count, 2u);
  EXPECT_EQ(all[0].period.least, 1'000);
  EXPECT_EQ(all[0].period.most, 1'500);
}

TEST_F(ActivityTest, ARunThatDoesNotEndInTheTraceHasNoDuration) {
  process(1).call(1'000, 1, 0x52, false, 100);
  process(1).at(2'000, 1, Event::callback_start, {0x52, 0});
  const auto all = callback_activity(model());
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].runs, 2u);
  EXPECT_EQ(all[0].duration.count, 1u);
}

TEST_F(ActivityTest, JitterIsTheDistanceFromTheTimersOwnPeriod) {
  for (const std::int64_t at : {1'000, 2'000, 3'080, 4'000}) {
    process(1).call(at, 1, 0x52, false, 10);
  }
  const TimerActivity t = timer();
  EXPECT_EQ(t.runs, 4u);
  EXPECT_EQ(t.jitter.least, 0);
  EXPECT_EQ(t.jitter.p50, 80);
  EXPECT_EQ(t.jitter.most, 80);
  EXPECT_EQ(t.missed, 0u);
}

TEST_F(ActivityTest, JitterIsNoDrift) {
  for (std::int64_t i = 0; i < 1'000; ++i) {
    process(1).call(1'000 + i * 1'000 + i % 2 * 100, 1, 0x52, false, 10);
  }
  const TimerActivity t = timer();
  EXPECT_EQ(t.jitter.p50, 100);
  EXPECT_THAT(t.drift_ppm, DoubleNear(0, 1));
}

TEST_F(ActivityTest, DriftIsHowMuchLongerThePeriodsAreInTheLongRun) {
  for (std::int64_t i = 0; i < 1'000; ++i) process(1).call(1'000 + i * 1'005, 1, 0x52, false, 10);
  const TimerActivity t = timer();
  EXPECT_THAT(t.drift_ppm, DoubleNear(5'000, 0.1));
  EXPECT_EQ(t.drift, 999 * 5);
  EXPECT_EQ(t.jitter.p50, 5);
}

TEST_F(ActivityTest, PeriodsWithoutARunAreMissedAndAreNoDrift) {
  for (const std::int64_t i : {0, 1, 2, 5, 6, 7, 8}) {
    process(1).call(1'000 + i * 1'000, 1, 0x52, false, 10);
  }
  const TimerActivity t = timer();
  EXPECT_EQ(t.missed, 2u);
  EXPECT_EQ(t.jitter.most, 2'000);
  EXPECT_THAT(t.drift_ppm, DoubleNear(0, 1e-6));
}

TEST_F(ActivityTest, AThreadRunsWhileOneOfItsCallbacksDoesAndOnceWhereTheyAreNested) {
  process(1).timer(0x60, 0x10, 1'000);
  process(1).call(1'000, 7, 0x52, false, 300);
  process(1).call(1'100, 7, 0x62, false, 100);
  process(1).call(1'500, 7, 0x52, false, 100);
  process(1).at(2'000, 8, Event::rclcpp_publish, {1});  // the process ends here
  const ThreadActivity t = thread();
  EXPECT_EQ(t.runs, 3u);
  EXPECT_EQ(t.running, 400);
  EXPECT_EQ(t.time, 1'000);
  EXPECT_FALSE(t.has_waits);
}

TEST_F(ActivityTest, AThreadWaitsFromWaitForWorkUntilItsExecutorGoesOn) {
  StoryProcess& one = process(1);
  one.at(1'000, 7, Event::rclcpp_executor_get_next_ready, {});
  one.at(1'010, 7, Event::rclcpp_executor_wait_for_work, {-1});
  one.at(1'500, 7, Event::rclcpp_executor_get_next_ready, {});
  one.at(1'510, 7, Event::rclcpp_executor_execute, {0x50});
  one.call(1'520, 7, 0x52, false, 100);
  one.at(1'650, 7, Event::rclcpp_executor_wait_for_work, {-1});
  one.at(1'700, 7, Event::rclcpp_executor_get_next_ready, {});
  one.at(1'600, 8, Event::rclcpp_executor_wait_for_work, {-1});  // another thread's
  const ThreadActivity t = thread();
  EXPECT_TRUE(t.has_waits);
  EXPECT_EQ(t.waiting, 490 + 50);
  EXPECT_EQ(t.running, 100);
  EXPECT_EQ(t.time, 700);
}

}  // namespace
}  // namespace ranvier::trace_model
