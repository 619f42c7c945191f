// Actions without rclcpp: within a context, between two over the network's route, and
// between two processes.
#include "fibonacci.h"

#include <gmock/gmock.h>
#include <action_msgs/msg/goal_status.hpp>

#include <cstdio>
#include <lifecycle_msgs/srv/change_state.hpp>

namespace plain {
namespace {

using Status = action_msgs::msg::GoalStatus;
using namespace std::chrono_literals;
using testing::ElementsAre;

/// Whether server and client are of one context, and meet within it.
class PlainAction : public testing::TestWithParam<bool> {
 protected:
  PlainNode serving_{"server"};
  PlainNode asking_{"client", GetParam() ? serving_.node->context() : new_context()};
  const std::shared_ptr<Accepted> accepted_ = std::make_shared<Accepted>();
};

TEST_P(PlainAction, AGoalIsAcceptedFedAndSucceeds) {
  const auto server = serve(serving_, accepted_);
  Asker asker(asking_);
  ASSERT_TRUE(asker.wait());
  const auto goal = asker.send(7);
  ASSERT_TRUE(goal);
  ASSERT_TRUE(eventually([&] { return accepted_->at(0) != nullptr; }));
  EXPECT_EQ(accepted_->at(0)->order, 7);
  Fibonacci::Feedback feedback;
  feedback.sequence = {3};
  accepted_->at(0)->goal->send_feedback(&feedback);
  EXPECT_TRUE(eventually([&] { return goal->fed(3); }));
  EXPECT_TRUE(eventually([&] { return goal->status() == Status::STATUS_EXECUTING; }));
  asker.client->request_result(goal);
  const auto got = result(13);
  EXPECT_TRUE(accepted_->at(0)->goal->finish(GoalEvent::kSucceed, &got));
  EXPECT_TRUE(eventually([&] { return goal->ended() == Status::STATUS_SUCCEEDED; }));
  EXPECT_THAT(goal->numbers(), ElementsAre(13));
  EXPECT_FALSE(accepted_->at(0)->goal->finish(GoalEvent::kAbort, &got)) << "it has ended";
  server->close();
}

TEST_P(PlainAction, AGoalMayBeRefused) {
  const auto server = serve(serving_, accepted_);
  Asker asker(asking_);
  ASSERT_TRUE(asker.wait());
  EXPECT_EQ(asker.send(-1), nullptr);
  server->close();
}

TEST_P(PlainAction, AGoalIsCanceledWhenItsOwnerAgreesAndEndsIt) {
  const auto server = serve(serving_, accepted_);
  Asker asker(asking_);
  ASSERT_TRUE(asker.wait());
  const auto goal = asker.send(1);
  asker.client->request_result(goal);
  EXPECT_EQ(asker.cancel(*goal), 1u);
  EXPECT_EQ(accepted_->at(0)->goal->state(), GoalState::kCanceling);
  EXPECT_TRUE(accepted_->at(0)->goal->finish(GoalEvent::kCanceled, nullptr));
  EXPECT_TRUE(eventually([&] { return goal->ended() == Status::STATUS_CANCELED; }));
  EXPECT_EQ(asker.cancel(*goal), 0u) << "it has ended";
  server->close();
}

TEST_P(PlainAction, AResultIsForgottenAfterItsTime) {
  const auto server = serve(serving_, accepted_, 20ms);
  Asker asker(asking_);
  ASSERT_TRUE(asker.wait());
  const auto goal = asker.send(1);
  ASSERT_TRUE(eventually([&] { return accepted_->at(0) != nullptr; }));
  ASSERT_TRUE(accepted_->at(0)->goal->finish(GoalEvent::kSucceed, nullptr));
  ASSERT_TRUE(eventually([&] { return server->ends()->expiry->canceled(); }))
      << "the timer has nothing to look for, once it has forgotten the goal";
  asker.client->request_result(goal);
  EXPECT_TRUE(eventually([&] { return goal->ended() == Status::STATUS_UNKNOWN; }));
  server->close();
}

TEST_P(PlainAction, AClientThatIsClosedTellsItsGoals) {
  const auto server = serve(serving_, accepted_);
  std::shared_ptr<Followed> goal;
  {
    Asker asker(asking_);
    ASSERT_TRUE(asker.wait());
    goal = asker.send(1);
    asker.client->request_result(goal);
  }
  EXPECT_EQ(goal->ended(), -2);
  server->close();
}

INSTANTIATE_TEST_SUITE_P(Contexts, PlainAction, testing::Bool(), [](const auto& one) {
  return std::string(one.param ? "OfOne" : "OfTwo");
});

TEST(PlainProcesses, AnActionAndAManagedNodeServeAnotherProcess) {
  using lifecycle_msgs::srv::ChangeState;
  const std::string program = PLAIN_PEER;
  if (program.empty()) GTEST_SKIP() << "this build is run by an emulator";
  choose_domain();
  FILE* const peer = ::popen(program.c_str(), "w");
  ASSERT_NE(peer, nullptr);
  {
    PlainNode here("here");
    Asker asker(here);
    ASSERT_TRUE(asker.wait());
    const auto end_of = [&](int order) {
      const auto goal = asker.send(order);
      asker.client->request_result(goal);
      EXPECT_TRUE(eventually([&] { return goal->ended() >= 0; }));
      EXPECT_THAT(goal->numbers(), ElementsAre(order));
      return goal->ended();
    };
    EXPECT_EQ(end_of(4), Status::STATUS_ABORTED);
    for (const char* label : {"configure", "activate"}) {
      ChangeState::Request request;
      request.transition.label = label;
      EXPECT_TRUE(here.call<ChangeState>("/peer/change_state", request).success) << label;
    }
    EXPECT_EQ(end_of(5), Status::STATUS_SUCCEEDED);
  }
  EXPECT_EQ(::pclose(peer), 0);
}

}  // namespace
}  // namespace plain
