#include "analysis/schedule/response_time.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/schedule/case_study.h"

namespace ranvier::schedule {
namespace {

std::vector<double> in_tenths(const std::vector<std::int64_t>& times) {
  std::vector<double> rounded;
  for (const std::int64_t time : times) {
    rounded.push_back(std::round(static_cast<double>(time) / 1e5) / 10);
  }
  return rounded;
}

TEST(ResponseTimes, OfThePublishedCaseStudyAreThoseOfThePublishedMethod) {
  const std::vector<double> published{18.4,  75.6,  63.1,  45.1,  47.9,  378.0,
                                      248.2, 569.7, 421.0, 712.8, 406.8, 794.4};
  EXPECT_EQ(in_tenths(response_times(case_study(), case_study_placement(), Releases::kPeriodic)),
            published);
}

TEST(ResponseTimes, CountTheDelayThatASpreadChainBrings) {
  const auto times = in_tenths(response_times(case_study(), case_study_placement()));
  EXPECT_EQ(std::vector<double>(times.begin(), times.begin() + 6),
            (std::vector<double>{18.4, 75.6, 63.1, 45.1, 47.9, 378.0}));
  EXPECT_GT(times[11], 794.4);  // chain 2, above it, is spread
}

TEST(ResponseTimes, OfACpuThatHigherCallbacksFillAreUnbounded) {
  const TaskSet set{{"full", 10, {{"a", 10}}}, {"rest", 100, {{"b", 1}}}};
  const Placement placement{{{0, 2}, {0, 1}}, {{0}, {1}}, callback_priorities(set)};
  EXPECT_EQ(response_times(set, placement), (std::vector<std::int64_t>{10, kUnbounded}));
}

TEST(ResponseTimes, CountTheLowerCallbackThatHasJustBegun) {
  const TaskSet set{{"high", 100, {{"a", 10}}}, {"low", 100, {{"b", 30}}}};
  const Placement together{{{0, 1}}, {{0}, {0}}, callback_priorities(set)};
  EXPECT_EQ(response_times(set, together), (std::vector<std::int64_t>{40, 40}));
  const Placement apart{{{0, 2}, {0, 1}}, {{0}, {1}}, callback_priorities(set)};
  EXPECT_EQ(response_times(set, apart), (std::vector<std::int64_t>{10, 40}));
}

TEST(Placing, PutsAChainOnTheEmptiestCpuAndSpreadsWhatFitsNowhere) {
  const TaskSet set{{"a", 100, {{"a0", 30}, {"a1", 30}}},
                    {"b", 100, {{"b0", 50}}},
                    {"c", 100, {{"c0", 20}, {"c1", 45}}}};
  const Placement placement = place(set, 2);
  EXPECT_EQ(placement.executor_of, (std::vector<std::vector<std::size_t>>{{0, 0}, {1}, {2, 3}}));
  std::vector<std::size_t> cpus;
  std::vector<int> priorities;
  for (const ExecutorPlace& executor : placement.executors) {
    cpus.push_back(executor.cpu);
    priorities.push_back(executor.priority);
  }
  EXPECT_EQ(cpus, (std::vector<std::size_t>{0, 1, 0, 1}));
  EXPECT_EQ(priorities, (std::vector<int>{90, 89, 88, 87}));
  EXPECT_EQ(placement.priority_of, (std::vector<std::vector<int>>{{4, 5}, {3}, {1, 2}}));
}

TEST(Placing, KeepsASharedTimerWhereTheMoreCriticalChainHasIt) {
  TaskSet set{{"a", 100, {{"t", 30}, {"a1", 30}}}, {"b", 100, {{"t", 30}, {"b1", 60}}}};
  set[1].timer_of = 0;
  const Placement placement = place(set, 2);
  EXPECT_EQ(placement.executor_of, (std::vector<std::vector<std::size_t>>{{0, 0}, {0, 1}}));
  EXPECT_EQ(placement.priority_of, (std::vector<std::vector<int>>{{3, 4}, {3, 2}}));
  EXPECT_EQ(utilisation(set, placement), (std::vector<double>{0.6, 0.6}));
}

}  // namespace
}  // namespace ranvier::schedule
