// The state table, held to what it must be for every state and every event.
#include "ranvier/proto/action/goal_state.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace ranvier::action {
namespace {

constexpr GoalEvent kEvents[] = {GoalEvent::kExecute, GoalEvent::kCancel, GoalEvent::kSucceed,
                                 GoalEvent::kAbort, GoalEvent::kCanceled};

bool terminal(GoalState state) { return state >= GoalState::kSucceeded; }

TEST(GoalStateTest, EveryEventLeadsForwardToItsOwnState) {
  using enum GoalState;
  const GoalState leads_to[] = {kExecuting, kCanceling, kSucceeded, kAborted, kCanceled};
  const std::set<GoalState> may_happen_in[] = {{kAccepted},
                                               {kAccepted, kExecuting},
                                               {kExecuting, kCanceling},
                                               {kExecuting, kCanceling},
                                               {kCanceling}};
  for (int state = -3; state <= 10; ++state) {
    const auto from = static_cast<GoalState>(state);
    for (const GoalEvent event : kEvents) {
      const auto number = static_cast<int>(event);
      const GoalState to = next_state(from, event);
      const bool may = may_happen_in[number].count(from) > 0;
      EXPECT_EQ(to, may ? leads_to[number] : kUnknown) << state << " by " << number;
      if (!may) continue;
      EXPECT_GT(to, from) << state << " by " << number;
      EXPECT_FALSE(terminal(from)) << state << " by " << number;
    }
  }
}

TEST(GoalStateTest, AnyOrderOfEventsEndsAtMostOnce) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (int walk = 0; walk < 2000; ++walk) {
    GoalState state = GoalState::kAccepted;
    int ends = 0, steps = 0;
    for (int i = 0; i < 40; ++i) {
      const GoalState next = next_state(state, kEvents[random() % 5]);
      if (next == GoalState::kUnknown) continue;
      ++steps;
      ends += terminal(next);
      state = next;
    }
    EXPECT_LE(ends, 1);
    EXPECT_LE(steps, 3);  // execute, cancel, and one end
  }
}

}  // namespace
}  // namespace ranvier::action
