#include "bench/common/reference.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace ranvier::bench {
namespace {

using Kind = ReferenceKind;

constexpr std::int64_t kMs = 1'000'000;

// A run of the planner takes 1 ms, any other 2 ms.
std::vector<std::int64_t> starts_ms(const std::vector<ReferenceNode>& graph,
                                    std::int64_t until_ms) {
  std::vector<std::int64_t> due;
  for (const ReferenceNode& node : graph) due.push_back(node.phase_ns);
  const std::size_t planner = planner_of(graph);
  auto starts = ideal_planner_starts(
      graph, due, until_ms * kMs,
      [planner](std::size_t node, std::size_t) { return node == planner ? kMs : 2 * kMs; });
  for (std::int64_t& start : starts) start /= kMs;
  return starts;
}

ReferenceNode planner(std::int64_t phase_ms) {
  return {"planner", Kind::kPlanner, {}, 10 * kMs, 0, phase_ms * kMs};
}

TEST(ReferenceTest, APlannerAloneStartsWhenItIsDue) {
  EXPECT_EQ(starts_ms({planner(0)}, 35), (std::vector<std::int64_t>{0, 10, 20, 30}));
}

TEST(ReferenceTest, AStartWaitsForTheCallbackUnderWayAndForTimersThatWereDueBefore) {
  const ReferenceNode sensor{"sensor", Kind::kSensor, {}, 20 * kMs, 0, 0};
  EXPECT_EQ(starts_ms({sensor, planner(1)}, 35), (std::vector<std::int64_t>{2, 11, 22, 31}));
}

// The sensor's message waits while the planner is due.
TEST(ReferenceTest, ADueTimerGoesBeforeAMessageThatCameFirst) {
  const ReferenceNode sensor{"sensor", Kind::kSensor, {}, 100 * kMs, 0, 0};
  const ReferenceNode transform{"transform", Kind::kTransform, {"sensor"}};
  EXPECT_EQ(starts_ms({sensor, transform, planner(1)}, 15), (std::vector<std::int64_t>{2, 11}));
  EXPECT_EQ(starts_ms({sensor, transform, planner(3)}, 15), (std::vector<std::int64_t>{4, 13}));
}

TEST(ReferenceTest, AFusionWorksOnceForANewMessageOfEach) {
  const ReferenceNode slow{"slow", Kind::kSensor, {}, 100 * kMs, 0, 0};
  const ReferenceNode fast{"fast", Kind::kSensor, {}, 10 * kMs, 0, 0};
  const ReferenceNode fusion{"fusion", Kind::kFusion, {"slow", "fast"}};
  // From 0: slow, fast, fusion, 2 ms each. At 10 fast alone, so that nothing is in the way at 15.
  EXPECT_EQ(starts_ms({slow, fast, fusion, planner(5)}, 25), (std::vector<std::int64_t>{6, 15}));
}

TEST(ReferenceTest, TheGraphIsWhatItSaysAndCanBeRun) {
  const auto& graph = reference_graph();
  for (const ReferenceNode& node : graph) {
    for (const std::string& input : node.inputs)
      EXPECT_NO_THROW((void)reference_index(graph, input)) << node.name;
  }
  EXPECT_EQ(graph[planner_of(graph)].inputs.size(), 6u);
  const auto starts = starts_ms(graph, 1000);
  EXPECT_EQ(starts.size(), 10u);
  EXPECT_THROW((void)reference_index(graph, "nobody"), std::out_of_range);
}

TEST(ReferenceTest, JitterIsTheDeviationOfTheIntervals) {
  EXPECT_DOUBLE_EQ(jitter_us(intervals_of({0, 10'000, 22'000, 30'000})),
                   jitter_us({10'000, 12'000, 8'000}));
  EXPECT_NEAR(jitter_us({10'000, 12'000, 8'000}), 1.633, 0.001);
  EXPECT_EQ(jitter_us({10'000}), 0);
}

}  // namespace
}  // namespace ranvier::bench
