// A program that spins by spin_some() sees one event of an action in each call.
#include <gtest/gtest.h>

#include "acting.hpp"

namespace {

/// The client is of a node and an executor of its own, as in a panel of a window.
class ActionSpinSome : public Acting {
 protected:
  ActionSpinSome() {
    window_node_ = std::make_shared<rclcpp::Node>("window");
    window_.add_node(window_node_);
    server_ = serve();
    client_ = rclcpp_action::create_client<Fibonacci>(window_node_, "fibonacci");
    EXPECT_TRUE(client_->wait_for_action_server(std::chrono::seconds(30)));
  }

  /// A goal that runs, with nothing of it left to be heard.
  Goal::SharedPtr running(const Client::SendGoalOptions& options) {
    auto future = client_->async_send_goal(order(1), options);
    Goal::SharedPtr goal;
    while (!goal || goal->get_status() != GoalStatus::STATUS_EXECUTING) {
      executor_->spin_some();
      window_.spin_all(std::chrono::seconds(1));
      if (!goal && future.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
        goal = future.get();
      }
    }
    executor_->spin_all(std::chrono::seconds(1));
    window_.spin_all(std::chrono::seconds(1));
    return goal;
  }

  /// The same; results_ counts its result.
  Goal::SharedPtr running() {
    Client::SendGoalOptions options;
    options.result_callback = [this](const Client::WrappedResult&) { ++results_; };
    return running(options);
  }

  int results_ = 0;
  rclcpp::Node::SharedPtr window_node_;
  rclcpp::executors::SingleThreadedExecutor window_;
  Server::SharedPtr server_;
  Client::SharedPtr client_;
};

// rclcpp_action's client is one waitable, whose status is looked at before its result: programs
// read the handle of a goal after spin_some(), and let go of it when the result comes.
TEST_F(ActionSpinSome, TheStatusOfAnEndComesACallBeforeItsResult) {
  const auto goal = running();
  handles_.at(0)->succeed(result({1}));
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_EXECUTING);
  window_.spin_some();
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(results_, 0) << "status and result ran in one spin_some()";
  window_.spin_some();
  EXPECT_EQ(results_, 1);
}

TEST_F(ActionSpinSome, FeedbackAndResultComeInCallsOfTheirOwn) {
  std::string heard;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](Goal::SharedPtr, const auto&) { heard += 'f'; };
  options.result_callback = [&](const Client::WrappedResult&) { heard += 'r'; };
  const auto goal = running(options);
  handles_.at(0)->publish_feedback(feedback(1));
  handles_.at(0)->publish_feedback(feedback(2));
  handles_.at(0)->abort(result({1}));
  for (int call = 0; call < 8; ++call) {
    const auto before = heard.size();
    window_.spin_some();
    EXPECT_LE(heard.size(), before + 1);
  }
  EXPECT_EQ(heard, "ffr");
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_ABORTED);
}

TEST_F(ActionSpinSome, AServerAnswersOneRequestInACall) {
  const auto goal = running();
  auto cancelled = client_->async_cancel_goal(goal);
  auto sent = client_->async_send_goal(order(2));
  const std::size_t before = asked_.size();
  executor_->spin_some();
  EXPECT_NE(asked_.size() == before + 1, handles_.at(0)->is_canceling());
  executor_->spin_some();
  EXPECT_EQ(asked_.size(), before + 1);
  EXPECT_TRUE(handles_.at(0)->is_canceling());
}

TEST_F(ActionSpinSome, SpinAllRunsAllOfIt) {
  const auto goal = running();
  handles_.at(0)->succeed(result({1}));
  window_.spin_all(std::chrono::seconds(10));
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_SUCCEEDED);
  EXPECT_EQ(results_, 1);
}

}  // namespace
