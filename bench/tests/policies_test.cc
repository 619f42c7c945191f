// The case study's halves, their log, and the raw threads of `bench policies`.
#include <gmock/gmock.h>

#include <stdexcept>
#include <thread>

#include "analysis/schedule/simulation.h"
#include "bench/common/chains.h"
#include "bench/common/of_process.h"
#include "bench/common/realtime.h"
#include "bench/raw/jobs.h"

namespace ranvier::bench {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> chains_of(const Study& study) {
  std::vector<std::string> names;
  for (const auto& chain : study.chains) names.push_back(chain.name.substr(6));
  return names;
}

double bound_ms(const Study& study, const std::string& chain) {
  for (std::size_t i = 0; i < study.chains.size(); ++i) {
    if (study.chains[i].name == "chain " + chain) return static_cast<double>(study.bounds[i]) / 1e6;
  }
  return 0;
}

TEST(CaseStudy, AHalfHasTheChainsOfItsTwoCpusWithTheirPublishedBounds) {
  const Study ab = make_study("ab", Placing::kPublished);
  EXPECT_THAT(chains_of(ab), ElementsAre("1", "2", "5", "8", "9", "11", "12"));
  EXPECT_DOUBLE_EQ(bound_ms(ab, "1"), 18.4);
  EXPECT_DOUBLE_EQ(bound_ms(ab, "2"), 75.6);
  EXPECT_DOUBLE_EQ(bound_ms(ab, "5"), 47.9);
  const Study cd = make_study("cd", Placing::kPublished);
  EXPECT_THAT(chains_of(cd), ElementsAre("3", "4", "6", "7", "10"));
  EXPECT_DOUBLE_EQ(bound_ms(cd, "3"), 63.1);
  EXPECT_DOUBLE_EQ(bound_ms(cd, "4"), 45.1);
  EXPECT_DOUBLE_EQ(bound_ms(cd, "6"), 378.0);
  EXPECT_THROW((void)make_study("ac", Placing::kPublished), std::invalid_argument);
}

TEST(CaseStudy, BestEffortIsOnOrdinaryThreadsAndRaisedAlone) {
  const Study published = make_study("ab", Placing::kPublished);
  const Study raised = make_study("ab", Placing::kPublished, 2);
  for (std::size_t i = 0; i < published.steps.size(); ++i) {
    const Step& step = published.steps[i];
    const bool best_effort = published.chains[step.chain].best_effort;
    EXPECT_EQ(published.threads[step.thread].fifo == 0, best_effort) << step.name;
    EXPECT_EQ(raised.steps[i].cost, step.cost * (best_effort ? 2 : 1)) << step.name;
  }
  EXPECT_EQ(raised.bounds, published.bounds);
}

TEST(CaseStudy, ByDefaultEachCoreHasOneThreadWithAllThatIsPlacedThere) {
  const Study published = make_study("ab", Placing::kPublished);
  const Study usual = make_study("ab", Placing::kDefault);
  ASSERT_EQ(usual.threads.size(), 2U);
  for (std::size_t i = 0; i < usual.steps.size(); ++i) {
    EXPECT_EQ(usual.threads[usual.steps[i].thread].core,
              published.threads[published.steps[i].thread].core)
        << usual.steps[i].name;
  }
}

// So it does not take a busy machine to miss them.
TEST(CaseStudy, BySimulationTheDefaultMissesDeadlinesAndThePublishedPlacementNone) {
  constexpr std::int64_t kTenSeconds = 10'000'000'000;
  for (const Placing placing : {Placing::kPublished, Placing::kDefault}) {
    const Study study = make_study("ab", placing);
    const std::vector<std::int64_t> offsets(study.chains.size(), 0);
    const bool published = placing == Placing::kPublished;
    const auto seen =
        schedule::simulate(study.chains, study.placement, offsets, kTenSeconds,
                           published ? schedule::Picking::kPriority : schedule::Picking::kRounds);
    EXPECT_EQ(seen[0].longest <= study.chains[0].period, published);
  }
}

TEST(CaseStudy, ThePolicyFileNamesTimersByPeriodAndSubscriptionsByWhatFeedsThem) {
  const std::string file = policy_of(make_study("ab", Placing::kPublished));
  EXPECT_THAT(file, HasSubstr("order: priority"));
  EXPECT_THAT(file, HasSubstr("{id: \"/c1_0@Timer(80000000)\", priority: "));
  EXPECT_THAT(file, HasSubstr("{id: \"/c1_1@Subscription(/c1_0)\", priority: "));
  EXPECT_THAT(file, HasSubstr("{id: \"/c2_1@Subscription(/c1_0)\", priority: "));
}

TEST(CaseStudy, AnInstanceIsBeyondItsBoundLateOrMissingEachCounted) {
  constexpr std::int64_t kMs = 1'000'000, kPeriod = 80 * kMs;
  const Study study = make_study("ab", Placing::kPublished);
  ChainLog log(study);
  const std::int64_t opened = now_ns(), first = opened + kMs;
  log.record(0, first, first + 18 * kMs);
  log.record(0, first + kPeriod, first + kPeriod + 20 * kMs);  // beyond the bound
  log.record(0, first + 2 * kPeriod,
             first + 2 * kPeriod + 90 * kMs);  // and late; the fourth has no end
  Findings findings;
  log.describe({opened, opened + 361 * kMs}, findings);
  // Of chain 2 and chain 5 none has ended: four and two are missing as well.
  EXPECT_EQ(findings.numbers["due"], 4 + 4 + 2);
  EXPECT_EQ(findings.numbers["beyond"], 2);
  EXPECT_EQ(findings.numbers["missed"], 2 + 4 + 2);
  EXPECT_DOUBLE_EQ(findings.numbers["chain1_max_ms"], 90);
}

TEST(JobThread, RunsTheHighestFirstAndKeepsTheLastMessages) {
  JobThread thread;
  std::vector<std::pair<char, std::uint32_t>> ran;
  const auto add = [&](char name, int priority, std::size_t depth) -> Job& {
    Job job;
    job.run = [&ran, &thread, name](const Stamp& stamp) {
      ran.emplace_back(name, stamp.sequence);
      if (ran.size() == 4) thread.stop();
    };
    job.priority = priority;
    job.depth = depth;
    return thread.add(std::move(job));
  };
  Job& low = add('l', 1, 1);
  Job& high = add('h', 2, 2);
  Job& same = add('s', 1, 1);
  for (const std::uint32_t i : {0u, 1u}) thread.post(low, {0, i, 0});
  thread.post(same, {0, 2, 0});
  for (const std::uint32_t i : {3u, 4u}) thread.post(high, {0, i, 0});
  thread.run();
  using Ran = std::pair<char, std::uint32_t>;
  EXPECT_THAT(ran, ElementsAre(Ran('h', 3), Ran('h', 4), Ran('l', 1), Ran('s', 2)));
}

TEST(JobThread, ATimerLeavesOutPeriodsThatPassed) {
  constexpr std::int64_t kPeriod = 10'000'000;
  JobThread thread;
  std::vector<std::int64_t> due;
  Job timer;
  timer.period_ns = kPeriod;
  timer.due_ns = now_ns() - 5 * kPeriod / 2;  // since two periods and a half
  timer.run = [&](const Stamp& stamp) {
    due.push_back(stamp.published_ns);
    if (due.size() == 2) thread.stop();
  };
  thread.add(std::move(timer));
  thread.run();
  EXPECT_GE(due[1] - due[0], 3 * kPeriod);
  EXPECT_EQ((due[1] - due[0]) % kPeriod, 0);
}

TEST(JobThread, IsWokenByAMessage) {
  JobThread thread;
  std::atomic<int> ran{0};
  Job job;
  job.run = [&](const Stamp&) { ++ran; };
  job.depth = 1;
  Job& box = thread.add(std::move(job));
  std::thread running([&] { thread.run(); });
  for (int i = 1; i <= 100; ++i) {
    thread.post(box, {});
    EXPECT_TRUE(wait_until([&] { return ran == i; }, 30));
  }
  thread.stop();
  running.join();
}

TEST(RealTime, BurningUsesTheCpuOfTheCallingThread) {
  const std::int64_t before = thread_cpu_ns();
  burn(2'000'000);
  EXPECT_GE(thread_cpu_ns() - before, 2'000'000);
}

TEST(RealTime, WhatWasRefusedIsSaid) {
  RealTime real_time;
  real_time.take(1'000);  // no such priority
  Findings findings;
  real_time.describe(findings);
  EXPECT_EQ(findings.numbers["realtime"], 0);
  ASSERT_EQ(findings.lines.size(), 1U);
  EXPECT_THAT(findings.lines[0],
              AllOf(HasSubstr("without SCHED_FIFO"), HasSubstr("ordinary ones: 1")));
}

TEST(OfProcess, AThreadThatSleepsHasSwitched) {
  const double before = switches_of(getpid());
  for (int i = 0; i < 20; ++i) sleep_until_ns(now_ns() + 100'000);
  EXPECT_GE(switches_of(getpid()), before + 20);
}

}  // namespace
}  // namespace ranvier::bench
