// The life of a goal, from both sides.
#include <gmock/gmock.h>

#include "acting.hpp"
#include "covers.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class GoalTest : public Acting {};

TEST_F(GoalTest, AGoalRunsToItsResultWithFeedbackOnItsWay) {
  COVERS("rclcpp_action::ClientGoalHandle", "get_goal_id", "get_goal_stamp", "is_feedback_aware");
  COVERS("rclcpp_action::ServerGoalHandle", "get_goal", "get_goal_id", "publish_feedback",
         "succeed");
  COVERS("rclcpp_action::ResultCode", "SUCCEEDED");
  COVERS("rclcpp_action::Client::SendGoalOptions");
  COVERS("rclcpp_action", "GoalStatus");
  const auto server = serve();
  const auto client = this->client();
  std::vector<int> fed;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](Goal::SharedPtr goal,
                                  std::shared_ptr<const Fibonacci::Feedback> f) {
    EXPECT_EQ(goal->get_goal_id(), handles_.at(0)->get_goal_id());
    fed.push_back(f->sequence.at(0));
  };
  const auto before = node_->now();
  const auto goal = send(*client, 7, options);
  ASSERT_TRUE(goal);
  EXPECT_THAT(asked_, ElementsAre(7));
  EXPECT_EQ(handles_.at(0)->get_goal()->order, 7);
  EXPECT_EQ(handles_.at(0)->get_goal_id(), goal->get_goal_id());
  EXPECT_GE(goal->get_goal_stamp().nanoseconds(), before.nanoseconds());
  EXPECT_TRUE(goal->is_feedback_aware());
  EXPECT_FALSE(goal->is_result_aware());
  handles_[0]->publish_feedback(feedback(1));
  handles_[0]->publish_feedback(feedback(2));
  wait_until([&] { return fed.size() == 2; });
  EXPECT_THAT(fed, ElementsAre(1, 2));
  wait_until([&] { return goal->get_status() == GoalStatus::STATUS_EXECUTING; });
  auto future = client->async_get_result(goal);
  EXPECT_TRUE(goal->is_result_aware());
  handles_[0]->succeed(result({1, 1, 2}));
  const auto wrapped = get(future);
  EXPECT_EQ(wrapped.code, ResultCode::SUCCEEDED);
  EXPECT_EQ(wrapped.goal_id, goal->get_goal_id());
  EXPECT_THAT(wrapped.result->sequence, ElementsAre(1, 1, 2));
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(goal->async_result().get().code, ResultCode::SUCCEEDED);
}

TEST_F(GoalTest, ARefusedGoalGivesNull) {
  COVERS("rclcpp_action::GoalResponse", "REJECT");
  const auto server = serve();
  const auto client = this->client();
  answer_ = GoalResponse::REJECT;
  bool told = false;
  Client::SendGoalOptions options;
  options.goal_response_callback = [&](Goal::SharedPtr goal) { told = goal == nullptr; };
  EXPECT_EQ(send(*client, 1, options), nullptr);
  EXPECT_TRUE(told);
  EXPECT_TRUE(handles_.empty());
}

TEST_F(GoalTest, ADeferredGoalExecutesWhenItIsTold) {
  COVERS("rclcpp_action::ServerGoalHandleBase", "is_active", "is_executing");
  COVERS("rclcpp_action::ServerGoalHandle", "execute", "abort");
  COVERS("rclcpp_action::GoalResponse", "ACCEPT_AND_DEFER");
  COVERS("rclcpp_action::ResultCode", "ABORTED");
  const auto server = serve();
  const auto client = this->client();
  answer_ = GoalResponse::ACCEPT_AND_DEFER;
  const auto goal = send(*client);
  auto& handle = *handles_.at(0);
  EXPECT_TRUE(handle.is_active());
  EXPECT_FALSE(handle.is_executing());
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_ACCEPTED);
  handle.execute();
  EXPECT_TRUE(handle.is_executing());
  wait_until([&] { return goal->get_status() == GoalStatus::STATUS_EXECUTING; });
  handle.abort(result({}));
  EXPECT_FALSE(handle.is_active());
  EXPECT_EQ(get(client->async_get_result(goal)).code, ResultCode::ABORTED);
}

TEST_F(GoalTest, WhatTheStateForbidsThrowsAndSaysWhatIsAllowed) {
  const auto server = serve();
  const auto client = this->client();
  send(*client);
  auto& handle = *handles_.at(0);
  EXPECT_THROW(handle.execute(), rclcpp::exceptions::RCLError);
  EXPECT_THROW(handle.canceled(result({})), rclcpp::exceptions::RCLError);
  EXPECT_TRUE(handle.is_executing());
  handle.succeed(result({}));
  try {
    handle.abort(result({}));
    FAIL() << "an ended goal was aborted";
  } catch (const rclcpp::exceptions::RCLError& error) {
    EXPECT_THAT(error.what(), StartsWith("goal_handle attempted invalid transition from state "
                                         "SUCCEEDED with event ABORT"));
    EXPECT_THAT(error.what(), HasSubstr(rclcpp_action::to_string(handle.get_goal_id())));
    EXPECT_THAT(error.what(), HasSubstr("while it is executing or canceling"));
  }
}

TEST_F(GoalTest, ADroppedHandleCancelsItsGoal) {
  COVERS("rclcpp_action::GoalResponse", "ACCEPT_AND_EXECUTE");
  const auto server = serve();
  const auto client = this->client();
  for (const auto how : {GoalResponse::ACCEPT_AND_EXECUTE, GoalResponse::ACCEPT_AND_DEFER}) {
    answer_ = how;
    const auto goal = send(*client);
    auto future = client->async_get_result(goal);
    handles_.clear();
    asked_.clear();
    EXPECT_EQ(get(future).code, ResultCode::CANCELED);
  }
}

TEST_F(GoalTest, TheResultCallbackComesWithoutAskingAndKeepsTheGoalInMind) {
  COVERS("rclcpp_action::Client", "WrappedResult");
  const auto server = serve();
  const auto client = this->client();
  std::vector<ResultCode> codes;
  Client::SendGoalOptions options;
  options.result_callback = [&](const Client::WrappedResult& r) { codes.push_back(r.code); };
  send(*client, 1, options);  // nobody holds the goal
  handles_.at(0)->succeed(result({}));
  wait_until([&] { return !codes.empty(); });
  EXPECT_THAT(codes, ElementsAre(ResultCode::SUCCEEDED));
}

TEST_F(GoalTest, StoppedCallbacksStayQuietAndTheFutureStillComes) {
  COVERS("rclcpp_action::Client", "stop_callbacks");
  const auto server = serve();
  const auto client = this->client();
  int calls = 0;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](Goal::SharedPtr, auto) { ++calls; };
  options.result_callback = [&](const Client::WrappedResult&) { ++calls; };
  const auto goal = send(*client, 1, options);
  auto future = client->async_get_result(goal);
  client->stop_callbacks(goal->get_goal_id());
  EXPECT_FALSE(goal->is_feedback_aware());
  handles_.at(0)->publish_feedback(feedback(1));
  handles_.at(0)->succeed(result({}));
  EXPECT_EQ(get(future).code, ResultCode::SUCCEEDED);
  EXPECT_EQ(calls, 0);
}

TEST_F(GoalTest, FeedbackAndResultOfAGoalThatNobodyHoldsAreDropped) {
  const auto server = serve();
  const auto client = this->client();
  int calls = 0;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](Goal::SharedPtr, auto) { ++calls; };
  send(*client, 1, options);
  const auto held = send(*client, 2, options);
  for (int i : {0, 1}) handles_.at(i)->publish_feedback(feedback(i));
  wait_until([&] { return calls > 0; });
  EXPECT_EQ(calls, 1);
}

TEST_F(GoalTest, AGoalThatEndedIsUnknownToItsClient) {
  const auto server = serve();
  const auto client = this->client();
  const auto goal = send(*client);
  EXPECT_THROW(goal->async_result(), rclcpp_action::exceptions::UnawareGoalHandleError);
  auto future = client->async_get_result(goal);
  handles_.at(0)->succeed(result({}));
  get(future);
  executor_->spin_some();
  EXPECT_THROW(client->async_get_result(goal), rclcpp_action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(client->async_cancel_goal(goal), rclcpp_action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(client->async_cancel_goal(nullptr),
               rclcpp_action::exceptions::UnknownGoalHandleError);
}

// ---- cancelling ----

TEST_F(GoalTest, ACancelledGoalEndsAsItsServerWishes) {
  COVERS("rclcpp_action::Client", "async_cancel_goal");
  COVERS("rclcpp_action::ServerGoalHandleBase", "is_canceling");
  COVERS("rclcpp_action::ServerGoalHandle", "canceled");
  COVERS("rclcpp_action::ResultCode", "CANCELED");
  const auto server = serve();
  const auto client = this->client();
  const ResultCode codes[] = {ResultCode::CANCELED, ResultCode::SUCCEEDED, ResultCode::ABORTED};
  for (const auto code : codes) {
    const auto goal = send(*client);
    auto& handle = *handles_.back();
    auto future = client->async_get_result(goal);
    const auto reply = get(client->async_cancel_goal(goal));
    EXPECT_EQ(reply->return_code, CancelReply::ERROR_NONE);
    ASSERT_EQ(reply->goals_canceling.size(), 1u);
    EXPECT_EQ(reply->goals_canceling[0].goal_id.uuid, goal->get_goal_id());
    EXPECT_TRUE(handle.is_canceling() && handle.is_active() && !handle.is_executing());
    wait_until([&] { return goal->get_status() == GoalStatus::STATUS_CANCELING; });
    if (code == ResultCode::CANCELED) handle.canceled(result({3}));
    if (code == ResultCode::SUCCEEDED) handle.succeed(result({3}));
    if (code == ResultCode::ABORTED) handle.abort(result({3}));
    EXPECT_EQ(get(future).code, code);
  }
}

TEST_F(GoalTest, ARefusedCancelLeavesTheGoalAlone) {
  COVERS("rclcpp_action::CancelResponse", "REJECT");
  const auto server = serve();
  const auto client = this->client();
  cancel_answer_ = CancelResponse::REJECT;
  const auto goal = send(*client);
  bool told = false;
  const auto reply = get(client->async_cancel_goal(goal, [&](auto) { told = true; }));
  EXPECT_EQ(reply->return_code, CancelReply::ERROR_REJECTED);
  EXPECT_TRUE(reply->goals_canceling.empty());
  EXPECT_TRUE(handles_.at(0)->is_executing());
  wait_until([&] { return told; });
}

TEST_F(GoalTest, AllOrTheOlderOnesCanBeCancelled) {
  COVERS("rclcpp_action::Client", "async_cancel_goals_before", "async_cancel_all_goals");
  const auto server = serve();
  const auto client = this->client();
  std::vector<Goal::SharedPtr> goals;
  for (int i = 0; i < 4; ++i) goals.push_back(send(*client, i));
  handles_[0]->succeed(result({}));
  const auto older = get(client->async_cancel_goals_before(goals[2]->get_goal_stamp()));
  EXPECT_EQ(older->return_code, CancelReply::ERROR_NONE);
  ASSERT_EQ(older->goals_canceling.size(), 2u);
  EXPECT_TRUE(handles_[1]->is_canceling() && handles_[2]->is_canceling());
  EXPECT_TRUE(handles_[3]->is_executing());
  const auto rest = get(client->async_cancel_all_goals());
  ASSERT_EQ(rest->goals_canceling.size(), 1u);
  EXPECT_EQ(rest->goals_canceling[0].goal_id.uuid, goals[3]->get_goal_id());
  const auto none = get(client->async_cancel_all_goals());
  EXPECT_EQ(none->return_code, CancelReply::ERROR_NONE);
  EXPECT_TRUE(none->goals_canceling.empty());
}

TEST_F(GoalTest, ACancelThatComesTooLateIsToldSo) {
  const auto server = serve();
  const auto client = this->client();
  const auto goal = send(*client);
  action_msgs::srv::CancelGoal::Request request;
  request.goal_info.goal_id.uuid[3] = 9;
  const std::string service = "fibonacci/_action/cancel_goal";
  EXPECT_EQ(ask<action_msgs::srv::CancelGoal>(node_, service, request).return_code,
            CancelReply::ERROR_UNKNOWN_GOAL_ID);
  request.goal_info.goal_id.uuid = goal->get_goal_id();
  handles_.at(0)->succeed(result({}));
  EXPECT_EQ(ask<action_msgs::srv::CancelGoal>(node_, service, request).return_code,
            CancelReply::ERROR_GOAL_TERMINATED);
}

}  // namespace
