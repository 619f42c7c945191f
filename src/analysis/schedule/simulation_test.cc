#include "analysis/schedule/simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/schedule/case_study.h"
#include "analysis/schedule/random_sets.h"
#include "analysis/schedule/response_time.h"

namespace ranvier::schedule {
namespace {

constexpr std::int64_t kMs = 1'000'000;

TEST(Simulation, AMoreUrgentThreadInterruptsAndAMoreUrgentCallbackOfTheSameThreadWaits) {
  const TaskSet set{{"high", 100 * kMs, {{"a", 10 * kMs}}}, {"low", 100 * kMs, {{"b", 30 * kMs}}}};
  const std::vector<std::int64_t> offsets{5 * kMs, 0};
  const Placement together{{{0, 1}}, {{0}, {0}}, callback_priorities(set)};
  const auto waits = simulate(set, together, offsets, 99 * kMs);
  EXPECT_EQ(waits[0].longest, 35 * kMs);
  EXPECT_EQ(waits[1].longest, 30 * kMs);
  const Placement apart{{{0, 2}, {0, 1}}, {{0}, {1}}, callback_priorities(set)};
  const auto interrupts = simulate(set, apart, offsets, 99 * kMs);
  EXPECT_EQ(interrupts[0].longest, 10 * kMs);
  EXPECT_EQ(interrupts[1].longest, 40 * kMs);
}

TEST(Simulation, ARoundKeepsAMoreUrgentMessageWaitingForAllThatWasReadyBeforeIt) {
  const TaskSet set{{"high", 100 * kMs, {{"t", kMs}, {"a", kMs}}},
                    {"low", 100 * kMs, {{"b", 30 * kMs}}},
                    {"lower", 100 * kMs, {{"c", 30 * kMs}}}};
  const Placement one{{{0, 1}}, {{0, 0}, {0}, {0}}, callback_priorities(set)};
  const std::vector<std::int64_t> offsets{0, 0, 0};
  EXPECT_EQ(simulate(set, one, offsets, 99 * kMs, Picking::kRounds)[0].longest, 62 * kMs);
  EXPECT_EQ(simulate(set, one, offsets, 99 * kMs)[0].longest, 2 * kMs);
}

TEST(Simulation, AnOverrunLosesInstancesAndQueuesNone) {
  const TaskSet set{{"slow", 10 * kMs, {{"t", kMs}, {"a", 24 * kMs}}}};
  const Placement apart{{{0, 1}, {1, 1}}, {{0, 1}}, callback_priorities(set)};
  const auto seen = simulate(set, apart, {0}, 1000 * kMs)[0];
  EXPECT_EQ(seen.ended, 41U);  // one each 24 ms
  EXPECT_LE(seen.longest, 48 * kMs);
}

TEST(Simulation, OfThePublishedCaseStudyStaysWithinTheBounds) {
  const TaskSet set = case_study();
  const Placement placement = case_study_placement();
  const auto bounds = response_times(set, placement);
  for (std::int64_t shift = 0; shift < 40; ++shift) {
    std::vector<std::int64_t> offsets;
    for (std::size_t i = 0; i < set.size(); ++i) {
      offsets.push_back(static_cast<std::int64_t>(i) * shift * 7 * kMs / 3 % set[i].period);
    }
    const auto seen = simulate(set, placement, offsets, 20'000 * kMs);
    for (std::size_t i = 0; i < set.size(); ++i) {
      EXPECT_LE(seen[i].longest, bounds[i]) << set[i].name << ", shift " << shift;
    }
  }
}

// How many chains of random sets are later than their bound. `ranvier policy random` looks at a
// thousand sets of each utilisation.
int late_chains(double utilisation, std::uint64_t seeds, Releases releases) {
  int late = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const TaskSet set = random_set({.utilisation = utilisation}, seed);
    const Placement placement = place(set, 4);
    const auto bounds = response_times(set, placement, releases);
    const auto seen = simulate(set, placement, random_offsets(set, seed), 10'000 * kMs);
    for (std::size_t i = 0; i < set.size(); ++i) late += seen[i].longest > bounds[i] ? 1 : 0;
  }
  return late;
}

TEST(Simulation, OfRandomSetsStaysWithinTheBounds) {
  for (const double utilisation : {2.5, 3.0, 3.5}) {
    EXPECT_EQ(late_chains(utilisation, 60, Releases::kDelayed), 0) << utilisation;
  }
}

TEST(Simulation, FindsChainsLaterThanTheBoundsThatCountNoDelay) {
  EXPECT_GT(late_chains(3.5, 60, Releases::kPeriodic), 0);
}

TEST(RandomSets, HaveTheUtilisationThatIsAskedForAndComeAgain) {
  const TaskSet set = random_set({.utilisation = 3.0}, 7);
  double sum = 0;
  for (const double share : utilisation(set, place(set, 4))) sum += share;
  EXPECT_NEAR(sum, 3.0, 1e-5);
  EXPECT_EQ(random_set({.utilisation = 3.0}, 7)[3].callbacks[2].cost, set[3].callbacks[2].cost);
  EXPECT_TRUE(std::is_sorted(set.begin(), set.end(),
                             [](const Chain& a, const Chain& b) { return a.period < b.period; }));
}

}  // namespace
}  // namespace ranvier::schedule
