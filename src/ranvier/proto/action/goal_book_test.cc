#include "ranvier/proto/action/goal_book.h"

#include <gmock/gmock.h>

#include "action_msgs/srv/detail/cancel_goal__struct.hpp"

namespace ranvier::action {
namespace {

using CancelCode = action_msgs::srv::CancelGoal::Response;
using Kind = GoalBook::Answer::Kind;
using testing::ElementsAre;
using testing::IsEmpty;

GoalId id(std::uint8_t number) { return {number}; }

class GoalBookTest : public testing::Test {
 protected:
  std::shared_ptr<Goal> accept(std::uint8_t number, std::int32_t second,
                               GoalState state = GoalState::kExecuting) {
    GoalInfo info;
    info.goal_id.uuid = id(number);
    info.stamp.sec = second;
    const auto goal = std::make_shared<Goal>(info, state, std::weak_ptr<GoalReports>());
    EXPECT_TRUE(book_.announce(goal->id()));
    handles_.push_back(std::make_shared<int>(number));
    book_.accept(goal, handles_.back());
    return goal;
  }
  std::vector<int> canceled(std::uint8_t number, std::int32_t second) {
    GoalInfo asked;
    asked.goal_id.uuid = id(number);
    asked.stamp.sec = second;
    std::vector<int> numbers;
    for (const auto& one : book_.plan_cancel(asked).goals) numbers.push_back(one.goal->id()[0]);
    return numbers;
  }

  GoalBook book_;
  std::vector<std::shared_ptr<int>> handles_;
};

TEST_F(GoalBookTest, AnIdIsAnnouncedOnceUntilItIsRefusedOrExpires) {
  EXPECT_TRUE(book_.announce(id(1)));
  EXPECT_FALSE(book_.announce(id(1)));
  book_.refuse(id(1));
  accept(1, 0);
  EXPECT_FALSE(book_.announce(id(1)));
  book_.end(id(1), std::make_shared<int>(0), 5);
  EXPECT_FALSE(book_.announce(id(1)));
  EXPECT_FALSE(book_.expire(5));
  EXPECT_TRUE(book_.announce(id(1)));
}

TEST_F(GoalBookTest, WhoAsksBeforeTheEndIsNamedAtTheEnd) {
  EXPECT_EQ(book_.ask(id(1), {7, 1}).kind, Kind::kUnknown);
  accept(1, 0);
  EXPECT_EQ(book_.ask(id(1), {7, 1}).kind, Kind::kLater);
  EXPECT_EQ(book_.ask(id(1), {8, 2}).kind, Kind::kLater);
  const auto result = std::make_shared<int>(0);
  EXPECT_THAT(book_.end(id(1), result, 5), ElementsAre(RequestId{7, 1}, RequestId{8, 2}));
  const auto now = book_.ask(id(1), {9, 3});
  EXPECT_EQ(now.kind, Kind::kNow);
  EXPECT_EQ(now.response, result);
}

TEST_F(GoalBookTest, WhoAsksForAGoalThatIsThenRefusedIsNamed) {
  book_.announce(id(1));
  EXPECT_EQ(book_.ask(id(1), {7, 1}).kind, Kind::kLater);
  EXPECT_THAT(book_.refuse(id(1)), ElementsAre(RequestId{7, 1}));
  EXPECT_THAT(book_.refuse(id(1)), IsEmpty());
}

TEST_F(GoalBookTest, GoalsExpireInTheOrderOfTheirEnds) {
  for (const std::uint8_t number : {1, 2, 3}) accept(number, 0);
  book_.end(id(2), std::make_shared<int>(0), 10);
  book_.end(id(1), std::make_shared<int>(0), 20);
  EXPECT_TRUE(book_.expire(9));
  EXPECT_TRUE(book_.expire(10));
  EXPECT_EQ(book_.ask(id(2), {}).kind, Kind::kUnknown);
  EXPECT_EQ(book_.ask(id(1), {}).kind, Kind::kNow);
  EXPECT_FALSE(book_.expire(20)) << "the third has not ended";
  EXPECT_EQ(book_.statuses().status_list.size(), 1u);
}

TEST_F(GoalBookTest, ACancelMeansOneAllOrThoseUpToATime) {
  accept(1, 10);
  accept(2, 20);
  accept(3, 30);
  EXPECT_THAT(canceled(2, 0), ElementsAre(2));
  EXPECT_THAT(canceled(0, 0), ElementsAre(1, 2, 3));
  EXPECT_THAT(canceled(0, 20), ElementsAre(1, 2));
  EXPECT_THAT(canceled(3, 10), ElementsAre(1, 3)) << "that one, and those up to the time";
}

TEST_F(GoalBookTest, NothingIsCanceledOfAGoalThatEndedOrThatNobodyHolds) {
  const auto goal = accept(1, 10);
  accept(2, 10);
  ASSERT_TRUE(goal->apply(GoalEvent::kSucceed));
  handles_.pop_back();
  EXPECT_THAT(canceled(0, 0), IsEmpty());
  GoalInfo asked = goal->info;
  asked.stamp = GoalInfo().stamp;
  EXPECT_EQ(book_.plan_cancel(asked).code, CancelCode::ERROR_GOAL_TERMINATED);
  asked.goal_id.uuid = id(9);
  EXPECT_EQ(book_.plan_cancel(asked).code, CancelCode::ERROR_UNKNOWN_GOAL_ID);
}

}  // namespace
}  // namespace ranvier::action
