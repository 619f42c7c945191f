// Action clients whose types are known by their names alone.
#include <gmock/gmock.h>

#include "acting.hpp"
#include "rclcpp_action/create_generic_client.hpp"

namespace {

using rclcpp_action::GenericClient;
using Wrapped = GenericClient::WrappedResult;
constexpr const char* kType = "example_interfaces/action/Fibonacci";

class GenericActionTest : public Acting {
 protected:
  GenericActionTest() { EXPECT_TRUE(client_->wait_for_action_server(std::chrono::seconds(30))); }
  static std::vector<int> numbers(const void* result) {
    const auto& sequence = static_cast<const Fibonacci::Result*>(result)->sequence;
    return {sequence.begin(), sequence.end()};
  }
  Handle& accepted() {
    wait_until([this] { return !handles_.empty(); });
    return *handles_.back();
  }

  const Server::SharedPtr server_ = serve();
  const GenericClient::SharedPtr client_ =
      rclcpp_action::create_generic_client(node_, "fibonacci", kType);
};

TEST_F(GenericActionTest, SendsGoalsAndHearsFeedbackAndResult) {
  std::vector<int> fed;
  std::string told;
  GenericClient::SendGoalOptions options;
  options.goal_response_callback = [&](GenericClient::GoalHandle::SharedPtr goal) {
    told += goal ? "accepted " : "refused ";
  };
  options.feedback_callback = [&](GenericClient::GoalHandle::SharedPtr, const void* feedback) {
    fed.push_back(static_cast<const Fibonacci::Feedback*>(feedback)->sequence.at(0));
  };
  options.result_callback = [&](const Wrapped&) { told += "ended"; };
  const Fibonacci::Goal wanted = order(3);
  const auto goal = get(client_->async_send_goal(&wanted, sizeof(wanted), options));
  ASSERT_TRUE(goal);
  accepted().publish_feedback(feedback(5));
  wait_until([&] { return !fed.empty(); });
  EXPECT_EQ(fed, std::vector<int>{5});
  accepted().succeed(result({1, 2, 3}));
  const Wrapped wrapped = get(goal->async_result());
  EXPECT_EQ(wrapped.goal_id, goal->get_goal_id());
  EXPECT_EQ(wrapped.code, ResultCode::SUCCEEDED);
  EXPECT_EQ(numbers(wrapped.result), (std::vector<int>{1, 2, 3}));
  using Response = Fibonacci::Impl::GetResultService::Response;
  EXPECT_EQ(static_cast<Response*>(wrapped.result_response.get())->status,
            GoalStatus::STATUS_SUCCEEDED);
  wait_until([&] { return told == "accepted ended"; });
  EXPECT_EQ(asked_, std::vector<int>{3});
}

TEST_F(GenericActionTest, ARequestHasTheIdOfItsGoalAndTheResultIsAskedForLater) {
  Fibonacci::Impl::SendGoalService::Request request;
  request.goal_id.uuid = {1, 2, 3};
  request.goal = order(4);
  const auto goal = get(client_->async_send_goal(&request));
  ASSERT_TRUE(goal);
  EXPECT_EQ(goal->get_goal_id(), request.goal_id.uuid);
  EXPECT_EQ(accepted().get_goal_id(), request.goal_id.uuid);
  const auto future = client_->async_get_result(goal);
  EXPECT_EQ(get(client_->async_cancel_goal(goal))->return_code, CancelReply::ERROR_NONE);
  accepted().canceled(result({}));
  EXPECT_EQ(get(future).code, ResultCode::CANCELED);
}

TEST_F(GenericActionTest, CancelsManyAndStopsCallbacks) {
  int fed = 0;
  GenericClient::SendGoalOptions options;
  options.feedback_callback = [&](GenericClient::GoalHandle::SharedPtr, const void*) { ++fed; };
  const Fibonacci::Goal wanted = order(1);
  const auto goal = get(client_->async_send_goal(&wanted, sizeof(wanted), options));
  accepted();
  client_->stop_callbacks(goal->get_goal_id());
  EXPECT_FALSE(goal->is_feedback_aware());
  EXPECT_EQ(get(client_->async_cancel_goals_before(node_->now()))->goals_canceling.size(), 1u);
  EXPECT_EQ(get(client_->async_cancel_all_goals())->return_code, CancelReply::ERROR_NONE);
  EXPECT_EQ(fed, 0);
}

TEST_F(GenericActionTest, SaysWhatItDoesNotTake) {
  using Goal = GenericClient::Goal;
  const Fibonacci::Goal wanted = order(1);
  EXPECT_THROW(client_->async_send_goal(Goal(nullptr), sizeof(wanted)), std::invalid_argument);
  EXPECT_THROW(client_->async_send_goal(Goal(nullptr)), std::invalid_argument);
  EXPECT_THROW(client_->async_send_goal(&wanted, 1), std::invalid_argument);
  EXPECT_THROW(client_->async_get_result(nullptr),
               rclcpp_action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(client_->stop_callbacks(GenericClient::GoalHandle::SharedPtr()),
               rclcpp_action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(rclcpp_action::create_generic_client(node_, "fibonacci", "no_such/action/Type"),
               std::runtime_error);
  EXPECT_THROW(rclcpp_action::create_generic_client(node_, "fibonacci", "Fibonacci"),
               std::runtime_error);
}

}  // namespace
