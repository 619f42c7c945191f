// Waits for a core by the kernel's events: of systems that are made up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/trace_model/activity.h"
#include "analysis/trace_model/culprits.h"
#include "analysis/trace_model/starvation.h"
#include "analysis/trace_model/thread_waits.h"
#include "analysis/trace_model/timeline.h"
#include "kernel_trace.h"
#include "milliseconds.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::KernelTrace;
using support::kMs;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int32_t kWorker = 6, kStress = 800, kLooker = 9;

// A node with a timer of 10 ms on the thread 6, and a kernel with two cores.
class CoreWaitsTest : public StoryTest {
 protected:
  CoreWaitsTest() {
    process(1).node(0x10, "node");
    process(1).timer(0x50, 0x10, 10 * kMs);
  }
  void run(std::int64_t ns, std::int64_t duration) {
    process(1).call(ns, kWorker, 0x52, false, duration);
  }
  Model read() {
    kernel_.write();
    return model();
  }
  static std::vector<std::pair<Nanoseconds, Nanoseconds>> waits(const Model& model) {
    std::vector<std::pair<Nanoseconds, Nanoseconds>> all;
    for (const CpuWait& one : model.cpu_waits) {
      EXPECT_TRUE(one.is_exact);
      EXPECT_EQ(model.threads[one.thread].id, kWorker);
      EXPECT_EQ(one.waited, one.end - one.begin);
      all.emplace_back(one.begin - support::kCraftedEpoch, one.end - support::kCraftedEpoch);
    }
    return all;
  }

  KernelTrace kernel_{directory_};
};

TEST_F(CoreWaitsTest, FromItsWakingUntilItGetsACoreAThreadWaits) {
  run(12 * kMs, kMs);
  kernel_.wake(10 * kMs, 0, kWorker);
  kernel_.wake(10 * kMs, 0, 77);  // is nobody's
  kernel_.switch_over(12 * kMs, 1, 0, KernelTrace::kRunsOn, kWorker);
  kernel_.switch_over(14 * kMs, 1, kWorker, KernelTrace::kSleeps, 0);
  kernel_.switch_over(19 * kMs, 1, 0, KernelTrace::kRunsOn, kStress);  // it slept till then
  EXPECT_THAT(waits(read()), ElementsAre(std::pair(10 * kMs, 12 * kMs)));
}

TEST_F(CoreWaitsTest, WhoLosesItsCoreWhileItWouldRunOnWaits) {
  run(1 * kMs, 30 * kMs);
  kernel_.wake(0, 0, kWorker);
  kernel_.switch_over(1, 0, 0, KernelTrace::kRunsOn, kWorker);
  kernel_.switch_over(5 * kMs, 0, kWorker, KernelTrace::kRunsOn, kStress, "stress");
  kernel_.switch_over(9 * kMs, 0, kStress, KernelTrace::kPreempted, kWorker);
  kernel_.switch_over(20 * kMs, 0, kWorker, KernelTrace::kPreempted, kStress, "stress");
  kernel_.switch_over(26 * kMs, 1, 0, KernelTrace::kRunsOn, kWorker);
  const Model m = read();
  EXPECT_THAT(waits(m), ElementsAre(std::pair(0l, 1l), std::pair(5 * kMs, 9 * kMs),
                                    std::pair(20 * kMs, 26 * kMs)));
  EXPECT_EQ(describe_task(m, m.cpu_waits[1].task), "stress (800)");
  EXPECT_EQ(m.cpu_waits[1].task_ran, 4 * kMs);
  // Of the last wait: on the core that it got, nothing is known of who ran.
  const auto threads = thread_waits(m);
  ASSERT_THAT(threads, SizeIs(1));
  EXPECT_EQ(threads[0].total, 10 * kMs + 1);
  EXPECT_EQ(threads[0].waits.most, 6 * kMs);
  ASSERT_FALSE(threads[0].taken.empty());
  EXPECT_EQ(describe_task(m, threads[0].taken[0].task), "stress (800)");
}

TEST_F(CoreWaitsTest, AWakingOfOneThatRunsOrIsReadyIsNoWait) {
  run(3 * kMs, kMs);
  kernel_.switch_over(kMs, 0, 0, KernelTrace::kRunsOn, kWorker);
  kernel_.wake(2 * kMs, 1, kWorker);  // before it slept: it does not sleep then
  kernel_.switch_over(4 * kMs, 0, kWorker, KernelTrace::kSleeps, 0);
  kernel_.switch_over(9 * kMs, 0, 0, KernelTrace::kRunsOn, kWorker);  // its waking was lost
  EXPECT_THAT(waits(read()), IsEmpty());
}

TEST_F(CoreWaitsTest, WhatWasLostBetweenTwoWakingsIsNoWait) {
  run(30 * kMs, kMs);
  kernel_.wake(kMs, 0, kWorker);
  kernel_.wake(29 * kMs, 0, kWorker);
  kernel_.switch_over(30 * kMs, 0, 0, KernelTrace::kRunsOn, kWorker);
  EXPECT_THAT(waits(read()), ElementsAre(std::pair(29 * kMs, 30 * kMs)));
}

TEST_F(CoreWaitsTest, OfEachCallbackItIsKnownHowLongItWasWithoutACore) {
  run(10 * kMs, 10 * kMs);
  run(25 * kMs, 5 * kMs);  // was due at 20
  run(40 * kMs, kMs);
  kernel_.switch_over(kMs, 0, 0, KernelTrace::kRunsOn, kWorker);
  kernel_.switch_over(8 * kMs, 0, kWorker, KernelTrace::kPreempted, kStress);  // 8 to 9 before it
  kernel_.switch_over(9 * kMs, 0, kStress, KernelTrace::kPreempted, kWorker);
  kernel_.switch_over(12 * kMs, 0, kWorker, KernelTrace::kPreempted, kStress);  // 12 to 15 within
  kernel_.switch_over(15 * kMs, 0, kStress, KernelTrace::kPreempted, kWorker);
  kernel_.switch_over(20 * kMs, 0, kWorker, KernelTrace::kSleeps, kStress);
  kernel_.wake(21 * kMs, 1, kWorker);  // 21 to 24 before
  kernel_.switch_over(24 * kMs, 0, kStress, KernelTrace::kPreempted, kWorker);
  kernel_.switch_over(60 * kMs, 0, kWorker, KernelTrace::kSleeps, 0);
  kernel_.write();
  const trace_read::Trace read = trace();
  const Model m = build_model(read);
  const auto activity = callback_activity(m);
  ASSERT_THAT(activity, SizeIs(1));
  EXPECT_EQ(activity[0].waited.count, 3u);
  EXPECT_EQ(activity[0].waited.most, 3 * kMs);
  EXPECT_EQ(activity[0].waited.p50, 0);
  const Starvation late = find_starvation(m, 4 * kMs);
  ASSERT_FALSE(late.longest.empty());
  EXPECT_EQ(late.longest[0].waited, 5 * kMs);
  EXPECT_EQ(late.longest[0].cpu, 3 * kMs);
  const Timeline timeline = pack_timeline(m, spans_of(read));
  ASSERT_THAT(timeline.waits, SizeIs(1));
  EXPECT_EQ(timeline.waits[0].waits.items, 3u);
}

TEST_F(CoreWaitsTest, TheyTakeThePlaceOfLooksWhereTheKernelWasTraced) {
  run(12 * kMs, kMs);
  process(1).at(11 * kMs, kLooker, Event::ranvier_cpu_wait, {kWorker, 2 * kMs, 4 * kMs});
  process(1).at(500 * kMs, kLooker, Event::ranvier_cpu_wait, {kWorker, 3 * kMs, 4 * kMs});
  kernel_.wake(6 * kMs, 0, kWorker);
  kernel_.switch_over(12 * kMs, 1, 0, KernelTrace::kRunsOn, kWorker);
  const Model m = read();
  ASSERT_THAT(m.cpu_waits, SizeIs(2));
  EXPECT_TRUE(m.cpu_waits[0].is_exact);
  EXPECT_EQ(m.cpu_waits[0].waited, 6 * kMs);
  EXPECT_FALSE(m.cpu_waits[1].is_exact);
  EXPECT_TRUE(m.watched_by_kernel[0]);
}

TEST_F(CoreWaitsTest, WithoutWakingsTheKernelsEventsAreNotUsedAndItIsSaid) {
  std::filesystem::remove_all(directory_ + "/kernel");
  KernelTrace half(directory_, false);
  run(12 * kMs, kMs);
  half.switch_over(5 * kMs, 0, kWorker, KernelTrace::kPreempted, kStress);
  half.switch_over(9 * kMs, 0, kStress, KernelTrace::kPreempted, kWorker);
  half.write();
  const Model m = model();
  EXPECT_THAT(m.cpu_waits, IsEmpty());
  EXPECT_FALSE(m.watched_by_kernel[0]);
  EXPECT_THAT(m.findings, ElementsAre(HasSubstr("no sched_waking")));
}

// The stage that was held up is on one thread; what the kernel says is the cause, to the ns.
TEST_F(CoreWaitsTest, ASlowMessageIsBlamedOnTheWaitAndNotOnItsCallback) {
  process(2).node(0x10, "planner");
  process(2).publisher(0x20, 0x10, "/plan", 3);
  process(2).subscription(0x40, 0x10, "/plan");
  for (int i = 1; i <= 20; ++i) {
    const std::int64_t ns = i * 100 * kMs, held = i == 15 ? 8 * kMs : 0;
    process(2).publish(ns, kWorker, 0x20, 0x900);
    process(2).deliver(ns + 1'000, kWorker, 0x40, 0x900, 0, 3);
    process(2).take(ns + 2'000, kWorker, 0x40, 0x900, 0, true, kMs + held);
    if (held == 0) continue;
    kernel_.switch_over(ns, 0, 0, KernelTrace::kRunsOn, kWorker);
    kernel_.switch_over(ns + kMs / 2, 0, kWorker, KernelTrace::kPreempted, kStress, "stress");
    kernel_.switch_over(ns + kMs / 2 + held, 0, kStress, KernelTrace::kPreempted, kWorker);
    kernel_.wake(ns + 50 * kMs, 0, kStress);
  }
  const Model m = read();
  const auto chains = find_chains(m, {});
  ASSERT_THAT(chains, SizeIs(1));
  const Culprits found = find_culprits(m, chains, {}).at(0);
  ASSERT_THAT(found.named(), SizeIs(1));
  EXPECT_EQ(found.all[0].blame.cause, Cause::kCpuContention);
  EXPECT_EQ(found.all[0].blame.excess, 8 * kMs);
}

}  // namespace
}  // namespace ranvier::trace_model
