// What made the longest interval of a timer as long, of systems that are made up.
#include "analysis/trace_model/longest_intervals.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernel_trace.h"
#include "milliseconds.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::KernelTrace;
using support::kMs;
using testing::IsEmpty;
using testing::Not;

constexpr std::int32_t kPlanner = 6, kHog = 800;

// A node with a timer of 100 ms and one of 40 ms, on the thread 6.
class LongestIntervalsTest : public StoryTest {
 protected:
  LongestIntervalsTest() {
    process(1).node(0x10, "planner");
    process(1).timer(0x50, 0x10, 100 * kMs);
    process(1).timer(0x60, 0x10, 40 * kMs);
  }
  void plan(std::int64_t start, std::int64_t duration) {
    process(1).call(start, kPlanner, 0x52, false, duration);
  }
  // Of the timer of 100 ms.
  LongestInterval longest() {
    model_ = model();
    const auto all = longest_intervals(model_);
    EXPECT_THAT(all, Not(IsEmpty()));
    return all.empty() ? LongestInterval{} : all[0];
  }
  std::string words(const LongestInterval& of) { return describe_parts(model_, of); }

  Model model_;
};

TEST_F(LongestIntervalsTest, ARunThatWorkedLongerThanUsualIsNamed) {
  for (const int i : {1, 2, 3, 5, 6}) plan(i * 100 * kMs, 10 * kMs);
  plan(400 * kMs, 25 * kMs);
  const LongestInterval found = longest();
  EXPECT_EQ(found.length, 115 * kMs);
  EXPECT_EQ(found.beyond_period, 15 * kMs);
  EXPECT_EQ(found.work, 15 * kMs);
  EXPECT_EQ(words(found), "15 ms more work in its callback than usual");
}

TEST_F(LongestIntervalsTest, ACallbackThatRanOnItsThreadWhenItWasDueIsNamed) {
  for (const int i : {1, 2, 4, 5}) plan(i * 100 * kMs, 10 * kMs);
  process(1).call(295 * kMs, kPlanner, 0x62, false, 17 * kMs);
  plan(312 * kMs, 10 * kMs);
  const LongestInterval found = longest();
  EXPECT_EQ(found.beyond_period, 12 * kMs);
  EXPECT_EQ(found.queued, 12 * kMs);
  EXPECT_EQ(found.unexplained, 0);
  EXPECT_EQ(words(found), "12 ms behind timer 40 ms of /planner");
}

TEST_F(LongestIntervalsTest, TheTimeWithoutACoreAndWhoHadItAreNamed) {
  for (const int i : {1, 2, 4}) plan(i * 100 * kMs, 10 * kMs);
  plan(303 * kMs, 16 * kMs);
  KernelTrace kernel(directory_);
  kernel.wake(0, 0, kPlanner);
  kernel.switch_over(0, 0, 0, KernelTrace::kRunsOn, kPlanner);
  kernel.switch_over(250 * kMs, 0, kPlanner, KernelTrace::kSleeps, kHog, "stress");
  kernel.wake(300 * kMs, 0, kPlanner);
  kernel.switch_over(303 * kMs, 0, kHog, KernelTrace::kPreempted, kPlanner);
  kernel.switch_over(305 * kMs, 0, kPlanner, KernelTrace::kPreempted, kHog, "stress");
  kernel.switch_over(311 * kMs, 0, kHog, KernelTrace::kPreempted, kPlanner);
  kernel.write();
  const LongestInterval found = longest();
  EXPECT_EQ(found.beyond_period, 9 * kMs);
  EXPECT_EQ(found.no_cpu, 9 * kMs);
  EXPECT_EQ(found.work, 0);
  EXPECT_EQ(words(found), "9 ms without a CPU (stress (800) ran)");
}

TEST_F(LongestIntervalsTest, ALateStartWithoutAReasonIsSaidToBeOne) {
  for (const int i : {1, 2, 4}) plan(i * 100 * kMs, 10 * kMs);
  plan(305 * kMs, 10 * kMs);
  const LongestInterval found = longest();
  EXPECT_EQ(found.unexplained, 5 * kMs);
  EXPECT_EQ(words(found), "5 ms late for no reason in the trace");
}

TEST_F(LongestIntervalsTest, ARunBeforeThatTookLongerThanThePeriodIsNamed) {
  for (const int i : {1, 2, 6, 7}) plan(i * 100 * kMs, 10 * kMs);
  plan(300 * kMs, 130 * kMs);
  plan(430 * kMs, 130 * kMs);
  const LongestInterval found = longest();
  EXPECT_EQ(found.length, 220 * kMs);
  EXPECT_EQ(found.overrun, 0);  // of the run that was not late, but long
  EXPECT_EQ(found.work, 120 * kMs);
}

TEST_F(LongestIntervalsTest, AStartThatTheRunBeforeHeldUpIsNotBlamedOnOthers) {
  for (const int i : {1, 2, 3, 4}) plan(i * 200 * kMs, 110 * kMs);
  plan(910 * kMs, 115 * kMs);
  plan(1'025 * kMs, 230 * kMs);
  const LongestInterval found = longest();
  EXPECT_EQ(found.overrun, 15 * kMs);
  EXPECT_EQ(found.queued, 0);
  EXPECT_EQ(words(found),
            "120 ms more work in its callback than usual, "
            "15 ms since the run before took longer than the period");
}

TEST_F(LongestIntervalsTest, CallbacksOfTwoThreadsAreCountedOnceEach) {
  for (const int i : {1, 2, 4, 5}) plan(i * 100 * kMs, 10 * kMs);
  process(1).call(295 * kMs, kPlanner, 0x62, false, 13 * kMs);
  process(1).call(295 * kMs, kPlanner + 1, 0x62, false, 15 * kMs);
  plan(312 * kMs, 10 * kMs);
  const LongestInterval found = longest();
  EXPECT_EQ(found.queued, 12 * kMs);
  EXPECT_EQ(found.unexplained, 0);
}

TEST_F(LongestIntervalsTest, AShortRunBeforeMakesAnIntervalLong) {
  for (const int i : {1, 2, 4, 5}) plan(i * 100 * kMs, 10 * kMs);
  plan(300 * kMs, 1 * kMs);
  const LongestInterval found = longest();
  EXPECT_EQ(found.beyond_period, 9 * kMs);
  EXPECT_EQ(words(found), "9 ms since the run before was short");
}

TEST_F(LongestIntervalsTest, ATimerThatEndedOnceHasNone) {
  plan(100 * kMs, 10 * kMs);
  EXPECT_THAT(longest_intervals(model()), IsEmpty());
}

}  // namespace
}  // namespace ranvier::trace_model
