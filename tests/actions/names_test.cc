// The names that packages spell out in their own signatures.
#include <gtest/gtest.h>
#include <string>
#include <type_traits>
#include <vector>

#include "acting.hpp"
#include "covers.h"
#include "rclcpp_action/visibility_control.hpp"

namespace {

class ActionNamesTest : public Acting {};

TEST_F(ActionNamesTest, ClientsTakeCallbacksOfTheirTypes) {
  COVERS("rclcpp_action::Client", "Goal", "Feedback", "GoalHandle", "GoalResponseCallback",
         "FeedbackCallback", "ResultCallback", "CancelCallback", "CancelRequest", "CancelResponse",
         "WrappedResult");
  COVERS("rclcpp_action::ClientGoalHandle", "Feedback", "FeedbackCallback", "Result",
         "ResultCallback");
  COVERS("rclcpp_action::ClientGoalHandle::WrappedResult");
  static_assert(std::is_same_v<Client::GoalHandle, rclcpp_action::ClientGoalHandle<Fibonacci>>);
  static_assert(std::is_same_v<Client::Feedback, Client::GoalHandle::Feedback>);
  static_assert(std::is_same_v<Client::FeedbackCallback, Client::GoalHandle::FeedbackCallback>);
  static_assert(std::is_same_v<Client::ResultCallback, Client::GoalHandle::ResultCallback>);
  static_assert(std::is_same_v<Client::WrappedResult, Client::GoalHandle::WrappedResult>);
  static_assert(std::is_same_v<Client::CancelRequest, action_msgs::srv::CancelGoal::Request>);
  const auto server = serve();
  const auto client = this->client();
  std::string told;
  const Client::GoalResponseCallback answered = [&](Client::GoalHandle::SharedPtr) { told += "a"; };
  const Client::FeedbackCallback fed = [&](Client::GoalHandle::SharedPtr,
                                           const std::shared_ptr<const Client::Feedback>) {
    told += "f";
  };
  const Client::ResultCallback ended = [&](const Client::GoalHandle::WrappedResult& wrapped) {
    const Client::GoalHandle::Result::SharedPtr result = wrapped.result;
    told += "r" + std::to_string(result->sequence.at(0));
  };
  const Client::CancelCallback cancelled = [&](Client::CancelResponse::SharedPtr response) {
    told += "c" + std::to_string(response->goals_canceling.size());
  };
  Client::SendGoalOptions options;
  options.goal_response_callback = answered;
  options.feedback_callback = fed;
  options.result_callback = ended;
  const Client::Goal order;
  const auto goal = get(client->async_send_goal(order, options));
  wait_until([&] { return !handles_.empty(); });
  handles_[0]->publish_feedback(feedback(1));
  wait_until([&] { return told == "af"; });
  client->async_cancel_goal(goal, cancelled);
  wait_until([&] { return told == "afc1"; });
  handles_[0]->canceled(result({5}));
  wait_until([&] { return told == "afc1r5"; });
}

TEST_F(ActionNamesTest, WhatIsNullIsRefused) {
  rcl_action_goal_info_t info{};
  GoalUUID id{};
  EXPECT_THROW(rclcpp_action::convert(id, nullptr), std::invalid_argument);
  EXPECT_THROW(rclcpp_action::convert(info, nullptr), std::invalid_argument);
  const auto server = serve();
  const auto client = this->client();
  const auto goal = send(*client);
  EXPECT_THROW(handles_.at(0)->publish_feedback(nullptr), std::invalid_argument);
  EXPECT_THROW(handles_.at(0)->succeed(nullptr), std::invalid_argument);
  EXPECT_THROW(handles_.at(0)->abort(nullptr), std::invalid_argument);
  EXPECT_TRUE(handles_.at(0)->is_executing()) << "as before";
  EXPECT_THROW(client->stop_callbacks(Goal::SharedPtr()),
               rclcpp_action::exceptions::UnknownGoalHandleError);
}

class RemappedActions : public Running {
 protected:
  /// The names of the graph that belong to actions, for a server and a client of "fib".
  std::vector<std::string> names(const rclcpp::NodeOptions& options) {
    const auto made = node("actor", options);
    const auto server = rclcpp_action::create_server<Fibonacci>(
        made, "fib",
        [](const GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
          return GoalResponse::REJECT;
        },
        [](std::shared_ptr<rclcpp_action::ServerGoalHandle<Fibonacci>>) {
          return CancelResponse::ACCEPT;
        },
        [](std::shared_ptr<rclcpp_action::ServerGoalHandle<Fibonacci>>) {});
    const auto client = rclcpp_action::create_client<Fibonacci>(made, "fib");
    EXPECT_TRUE(client->wait_for_action_server(std::chrono::seconds(30)));
    std::vector<std::string> found;
    for (const auto& all : {made->get_topic_names_and_types(), made->get_service_names_and_types()})
      for (const auto& [name, types] : all)
        if (name.find("/_action/") != std::string::npos) found.push_back(name);
    return found;
  }
  static std::vector<std::string> five(const std::string& action) {
    std::vector<std::string> all;
    for (const char* end : {"feedback", "status", "cancel_goal", "get_result", "send_goal"})
      all.push_back(action + "/_action/" + end);
    return all;
  }
};

TEST_F(RemappedActions, TheFiveEndpointsFollowTheNameOfTheAction) {
  init({"-r", "fib:=other"});
  EXPECT_EQ(names(rclcpp::NodeOptions()), five("/other"));
}
TEST_F(RemappedActions, ByARuleForOneNodeAndByARuleForTopics) {
  init({"-r", "actor:fib:=~/mine", "-r", "nobody:fib:=wrong"});
  EXPECT_EQ(names(rclcpp::NodeOptions()), five("/actor/mine"));
}
TEST_F(RemappedActions, ByTheArgumentsOfANodeAsLoadNodeGivesThem) {
  init({"-r", "rosservice://fib:=not_for_services"});
  const rclcpp::NodeOptions options =
      rclcpp::NodeOptions().arguments({"--ros-args", "-r", "rostopic:///fib:=/space/own"});
  EXPECT_EQ(names(options), five("/space/own"));
}
TEST_F(RemappedActions, OneEndpointMayStillBeRenamedByItself) {
  init({"-r", "fib/_action/feedback:=fib/_action/elsewhere"});
  auto expected = five("/fib");
  expected[0] = "/fib/_action/elsewhere";
  EXPECT_EQ(names(rclcpp::NodeOptions()), expected);
}

TEST_F(ActionNamesTest, ServersTakeCallbacksOfTheirTypes) {
  COVERS("rclcpp_action::Server", "GoalCallback", "CancelCallback", "AcceptedCallback");
  COVERS("rclcpp_action::GoalResponse", "ACCEPT_AND_EXECUTE");
  COVERS("rclcpp_action::CancelResponse", "ACCEPT");
  COVERS("rclcpp_action::ResultCode", "UNKNOWN");
  bool cancelling = false;
  const Server::GoalCallback goal = [](const GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
    return GoalResponse::ACCEPT_AND_EXECUTE;
  };
  const Server::CancelCallback cancel = [&](std::shared_ptr<Handle>) {
    cancelling = true;
    return CancelResponse::ACCEPT;
  };
  const Server::AcceptedCallback accepted = [&](std::shared_ptr<Handle> handle) {
    handles_.push_back(handle);
  };
  const auto server =
      rclcpp_action::create_server<Fibonacci>(node_, "fibonacci", goal, cancel, accepted);
  const auto client = this->client();
  const auto sent = get(client->async_send_goal(order(1)));
  ASSERT_TRUE(sent);
  EXPECT_EQ(get(client->async_cancel_goal(sent))->return_code, CancelReply::ERROR_NONE);
  EXPECT_TRUE(cancelling);
  EXPECT_TRUE(handles_.at(0)->is_canceling());
  EXPECT_EQ(Client::WrappedResult().code, ResultCode::UNKNOWN);
}

TEST_F(ActionNamesTest, AGoalIsToldByItsIdAndTime) {
  COVERS("rclcpp_action", "GoalInfo");
  const auto server = serve();
  const auto client = this->client();
  const auto goal = send(*client);
  const auto reply = get(client->async_cancel_all_goals());
  const rclcpp_action::GoalInfo info = reply->goals_canceling.at(0);
  EXPECT_EQ(info.goal_id.uuid, goal->get_goal_id());
  EXPECT_EQ(rclcpp::Time(info.stamp), goal->get_goal_stamp());
}

// Functions that such a library shows, hides or takes from another.
RCLCPP_ACTION_EXPORT int exported() { return 1; }
RCLCPP_ACTION_IMPORT int imported() { return 2; }
RCLCPP_ACTION_PUBLIC int shown() { return 3; }
RCLCPP_ACTION_LOCAL int hidden() { return 4; }
class RCLCPP_ACTION_PUBLIC_TYPE Type {};

#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)

TEST(ActionMacrosTest, VisibilityIsThatOfTheCompiler) {
  COVERS("(macros)", "RCLCPP_ACTION_EXPORT", "RCLCPP_ACTION_IMPORT", "RCLCPP_ACTION_PUBLIC",
         "RCLCPP_ACTION_LOCAL", "RCLCPP_ACTION_PUBLIC_TYPE");
  EXPECT_EQ(exported() + imported() + shown() + hidden(), 10);
  static_assert(std::is_class<Type>::value);
  EXPECT_STREQ(TEXT(RCLCPP_ACTION_EXPORT), "__attribute__((visibility(\"default\")))");
  EXPECT_STREQ(TEXT(RCLCPP_ACTION_PUBLIC), TEXT(RCLCPP_ACTION_EXPORT));
  EXPECT_STREQ(TEXT(RCLCPP_ACTION_LOCAL), "__attribute__((visibility(\"hidden\")))");
  EXPECT_STREQ(TEXT(RCLCPP_ACTION_IMPORT) TEXT(RCLCPP_ACTION_PUBLIC_TYPE), "");
}

}  // namespace
