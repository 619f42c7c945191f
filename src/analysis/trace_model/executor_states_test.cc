#include "analysis/trace_model/executor_states.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::kCraftedEpoch;
using testing::ElementsAre;
using testing::IsEmpty;
using What = ExecutorState::What;

MATCHER_P3(Is, what, begin, end, "") {
  return arg.what == what && arg.begin == kCraftedEpoch + begin && arg.end == kCraftedEpoch + end;
}

class ExecutorStatesTest : public StoryTest {
 protected:
  std::vector<ExecutorState> states() {
    const trace_read::Trace read = trace();
    return executor_states(read, build_model(read), spans_of(read));
  }
};

TEST_F(ExecutorStatesTest, AThreadWaitsAndRunsInTurns) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000);
  one.at(1'000, 7, Event::rclcpp_executor_wait_for_work, {-1});
  one.at(1'400, 7, Event::rclcpp_executor_get_next_ready, {});
  one.call(1'500, 7, 0x52, false, 100);
  one.at(1'700, 7, Event::rclcpp_executor_wait_for_work, {-1});
  one.call(1'800, 7, 0x52, false, 50);
  EXPECT_THAT(states(), ElementsAre(Is(What::kWaits, 1'000, 1'400), Is(What::kRuns, 1'500, 1'600),
                                    Is(What::kWaits, 1'700, 1'800), Is(What::kRuns, 1'800, 1'850)));
}

TEST_F(ExecutorStatesTest, ThreadsComeOneAfterTheOther) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000);
  one.call(1'000, 8, 0x52, false, 100);
  one.call(1'050, 7, 0x52, false, 100);
  one.call(2'000, 8, 0x52, false, 100);
  const auto all = states();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].thread == all[1].thread, all[1].thread != all[2].thread);
  EXPECT_EQ(all[0].callback, all[2].callback);
}

TEST_F(ExecutorStatesTest, ACallbackWithinAnotherIsNoStateAndOneWithoutAnEndRunsToTheLastEvent) {
  StoryProcess& one = process(1);
  one.node(0x10, "node");
  one.timer(0x50, 0x10, 1'000);
  one.subscription(0x40, 0x10, "/inner");
  one.at(1'000, 7, Event::callback_start, {0x52, 0});
  one.call(1'020, 7, 0x42, false, 30);
  EXPECT_THAT(states(), ElementsAre(Is(What::kRuns, 1'000, 1'050)));
}

TEST_F(ExecutorStatesTest, AWaitThatTheTraceEndsWithinIsLeftOut) {
  process(1).at(1'000, 7, Event::rclcpp_executor_wait_for_work, {-1});
  EXPECT_THAT(states(), IsEmpty());
}

}  // namespace
}  // namespace ranvier::trace_model
