// Actions of a board, against servers and clients of rclcpp, through the agent.
#include <gmock/gmock.h>

#include <example_interfaces/action/fibonacci.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>
#include <std_msgs/msg/int32.hpp>
#include <std_msgs/msg/string.hpp>

#include "agent_process.h"
#include "boards_test.h"
#include "eventually.h"

namespace ranvier::micro {
namespace {

using example_interfaces::action::Fibonacci;
using ranvier::support::eventually;
using rclcpp_action::ResultCode;
using support::AgentProcess;
using support::Program;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

class ActionTest : public support::BoardsTest {
 protected:
  using Client = rclcpp_action::Client<Fibonacci>;
  using Goal = rclcpp_action::ClientGoalHandle<Fibonacci>;
  using Handle = rclcpp_action::ServerGoalHandle<Fibonacci>;

  ActionTest()
      : host_(std::make_shared<rclcpp::Node>("host")),
        agent_({"udp4", "-p", "0"}),
        board_({ACTION_PROGRAM, agent_.where()}),
        client_(rclcpp_action::create_client<Fibonacci>(host_, "/boards/fibonacci")),
        commands_(host_->create_publisher<std_msgs::msg::Int32>("/command", 10)),
        reports_(host_->create_subscription<std_msgs::msg::String>(
            "/report", 100,
            [this](const std_msgs::msg::String& text) { heard_.push_back(text.data); })) {}

  bool wait(const std::function<bool()>& condition) {
    return eventually([&] {
      rclcpp::spin_some(host_);
      return condition();
    });
  }
  template <class Future>
  auto get(Future future) {
    EXPECT_TRUE(wait(
        [&] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
    return future.get();
  }
  Goal::SharedPtr send(int order, const Client::SendGoalOptions& options = {}) {
    Fibonacci::Goal goal;
    goal.order = order;
    return get(client_->async_send_goal(goal, options));
  }
  bool ready() { return client_->wait_for_action_server(std::chrono::seconds(60)); }

  // A server on the host, whose goals the test ends.
  void serve() {
    server_ = rclcpp_action::create_server<Fibonacci>(
        host_, "/host/fibonacci",
        [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal> goal) {
          return goal->order > 100 ? rclcpp_action::GoalResponse::REJECT
                                   : rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
        },
        [](std::shared_ptr<Handle> handle) {
          return handle->get_goal()->order == 13 ? rclcpp_action::CancelResponse::REJECT
                                                 : rclcpp_action::CancelResponse::ACCEPT;
        },
        [this](std::shared_ptr<Handle> handle) { goals_.push_back(std::move(handle)); });
    ASSERT_TRUE(wait([&] {
      return commands_->get_subscription_count() == 1 && reports_->get_publisher_count() == 1 &&
             host_->count_clients("/host/fibonacci/_action/send_goal") == 1;
    }));
  }
  void command(int number) {
    std_msgs::msg::Int32 message;
    message.data = number;
    commands_->publish(message);
  }
  bool hears(const std::string& report) {
    return wait([&] { return std::find(heard_.begin(), heard_.end(), report) != heard_.end(); });
  }
  std::shared_ptr<Handle> goal_of(int order) {
    const auto is = [&](const auto& handle) { return handle->get_goal()->order == order; };
    wait([&] { return std::any_of(goals_.begin(), goals_.end(), is); });
    return *std::find_if(goals_.begin(), goals_.end(), is);
  }
  static Fibonacci::Result::SharedPtr result(int number) {
    auto made = std::make_shared<Fibonacci::Result>();
    made->sequence = {1, number};
    return made;
  }

  const rclcpp::Node::SharedPtr host_;
  AgentProcess agent_;
  Program board_;
  const Client::SharedPtr client_;
  const rclcpp::Publisher<std_msgs::msg::Int32>::SharedPtr commands_;
  const rclcpp::Subscription<std_msgs::msg::String>::SharedPtr reports_;
  rclcpp_action::Server<Fibonacci>::SharedPtr server_;
  std::vector<std::shared_ptr<Handle>> goals_;
  std::vector<std::string> heard_;
};

TEST_F(ActionTest, AGoalOnTheBoardGivesFeedbackAndAResult) {
  ASSERT_TRUE(ready());
  std::vector<std::size_t> lengths;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](auto, auto feedback) {
    lengths.push_back(feedback->sequence.size());
  };
  const auto goal = send(6, options);
  ASSERT_TRUE(goal);
  const auto ended = get(client_->async_get_result(goal));
  EXPECT_EQ(ended.code, ResultCode::SUCCEEDED);
  EXPECT_THAT(ended.result->sequence, ElementsAre(0, 1, 1, 2, 3, 5));
  // A client leaves feedback that overtakes the answer to its goal.
  EXPECT_TRUE(wait([&] { return !lengths.empty() && lengths.back() == 6; }));
  for (std::size_t i = 1; i < lengths.size(); ++i) EXPECT_EQ(lengths[i], lengths[i - 1] + 1);
}

TEST_F(ActionTest, AResultIsThereWhenItIsAskedForLate) {
  ASSERT_TRUE(ready());
  const auto goal = send(3);
  ASSERT_TRUE(goal);
  ASSERT_TRUE(
      wait([&] { return goal->get_status() == rclcpp_action::GoalStatus::STATUS_SUCCEEDED; }));
  const auto ended = get(client_->async_get_result(goal));
  EXPECT_EQ(ended.code, ResultCode::SUCCEEDED);
  EXPECT_THAT(ended.result->sequence, ElementsAre(0, 1, 1));
}

TEST_F(ActionTest, TheBoardRejectsWhatItDoesNotWantAndWhatItHasNoHandleFor) {
  ASSERT_TRUE(ready());
  EXPECT_FALSE(send(0));
  EXPECT_FALSE(send(41));
  std::vector<Goal::SharedPtr> goals;
  for (int i = 0; i < 4; ++i) goals.push_back(send(40));
  EXPECT_THAT(goals, Not(Contains(nullptr)));
  EXPECT_FALSE(send(40));
  const auto all = get(client_->async_cancel_all_goals());
  EXPECT_EQ(all->return_code, action_msgs::srv::CancelGoal::Response::ERROR_NONE);
  EXPECT_EQ(all->goals_canceling.size(), 4u);
  for (const auto& goal : goals) {
    EXPECT_EQ(get(client_->async_get_result(goal)).code, ResultCode::CANCELED);
  }
  EXPECT_TRUE(send(2)) << "the handles are free again";
}

TEST_F(ActionTest, ManyGoalsAtOnceEachGetTheirResult) {
  ASSERT_TRUE(ready());
  std::vector<std::shared_future<Goal::SharedPtr>> asked;
  for (int order = 2; order < 6; ++order) {
    Fibonacci::Goal goal;
    goal.order = order;
    asked.push_back(client_->async_send_goal(goal));
  }
  std::size_t order = 2;
  for (auto& one : asked) {
    const auto goal = get(one);
    ASSERT_TRUE(goal);
    const auto ended = get(client_->async_get_result(goal));
    EXPECT_EQ(ended.code, ResultCode::SUCCEEDED);
    EXPECT_EQ(ended.result->sequence.size(), order++);
  }
}

TEST_F(ActionTest, AGoalOnTheBoardIsCancelledOrNotAsItsCallbackSays) {
  ASSERT_TRUE(ready());
  using Code = action_msgs::srv::CancelGoal::Response;
  bool begun = false;
  Client::SendGoalOptions options;
  options.feedback_callback = [&](auto, auto) { begun = true; };
  const auto kept = send(13), dropped = send(40, options);
  ASSERT_TRUE(kept && dropped);
  ASSERT_TRUE(wait([&] { return begun; }));
  EXPECT_EQ(get(client_->async_cancel_goal(kept))->return_code, Code::ERROR_REJECTED);
  const auto answer = get(client_->async_cancel_goal(dropped));
  EXPECT_EQ(answer->return_code, Code::ERROR_NONE);
  ASSERT_EQ(answer->goals_canceling.size(), 1u);
  EXPECT_EQ(answer->goals_canceling[0].goal_id.uuid, dropped->get_goal_id());
  const auto ended = get(client_->async_get_result(dropped));
  EXPECT_EQ(ended.code, ResultCode::CANCELED);
  EXPECT_THAT(ended.result->sequence, ElementsAre(0));
  EXPECT_EQ(get(client_->async_get_result(kept)).code, ResultCode::SUCCEEDED);
}

TEST_F(ActionTest, AGoalThatTheBoardDoesNotKnowIsSaidToBeUnknown) {
  ASSERT_TRUE(ready());
  const std::string name = "/boards/fibonacci/_action/";
  const auto cancel = host_->create_client<action_msgs::srv::CancelGoal>(name + "cancel_goal");
  const auto result = host_->create_client<Fibonacci::Impl::GetResultService>(name + "get_result");
  ASSERT_TRUE(cancel->wait_for_service(std::chrono::seconds(60)));
  ASSERT_TRUE(result->wait_for_service(std::chrono::seconds(60)));
  auto asked = std::make_shared<action_msgs::srv::CancelGoal::Request>();
  asked->goal_info.goal_id.uuid.fill(7);
  EXPECT_EQ(get(cancel->async_send_request(asked).future.share())->return_code,
            action_msgs::srv::CancelGoal::Response::ERROR_UNKNOWN_GOAL_ID);
  auto wanted = std::make_shared<Fibonacci::Impl::GetResultService::Request>();
  wanted->goal_id.uuid.fill(7);
  const auto answer = get(result->async_send_request(wanted).future.share());
  EXPECT_EQ(answer->status, rclcpp_action::GoalStatus::STATUS_UNKNOWN);
  EXPECT_THAT(answer->result.sequence, ElementsAre());
}

TEST_F(ActionTest, GoalsOfTheBoardAreToldFeedbackResultsAndRejections) {
  serve();
  command(7);
  command(101);
  command(8);
  EXPECT_TRUE(hears("7 accepted 1"));
  EXPECT_TRUE(hears("101 accepted 0"));
  EXPECT_TRUE(hears("8 accepted 1"));
  const auto first = goal_of(7), second = goal_of(8);
  auto feedback = std::make_shared<Fibonacci::Feedback>();
  for (int i = 0; i < 20; ++i) {
    feedback->sequence = {i};
    first->publish_feedback(feedback);
    EXPECT_TRUE(hears("7 feedback " + std::to_string(i)));
  }
  second->abort(result(88));
  EXPECT_TRUE(hears("8 aborted 88"));
  first->succeed(result(77));
  EXPECT_TRUE(hears("7 succeeded 77"));
}

TEST_F(ActionTest, TheBoardCancelsItsGoals) {
  serve();
  command(9);
  command(13);
  EXPECT_TRUE(hears("9 accepted 1") && hears("13 accepted 1"));
  command(-9);
  command(-13);
  EXPECT_TRUE(hears("9 cancelled 1"));
  EXPECT_TRUE(hears("13 cancelled 0"));
  const auto canceled = goal_of(9);
  ASSERT_TRUE(wait([&] { return canceled->is_canceling(); }));
  canceled->canceled(result(99));
  goal_of(13)->succeed(result(3));
  EXPECT_TRUE(hears("9 canceled 99"));
  EXPECT_TRUE(hears("13 succeeded 3"));
}

TEST_F(ActionTest, AResultIsAskedForAgainAfterTheAgentWasRestarted) {
  serve();
  command(5);
  ASSERT_TRUE(hears("5 accepted 1"));
  const auto goal = goal_of(5);
  const std::string port = agent_.where();
  agent_.stop(SIGKILL);
  const auto endpoints_of_the_board_are = [&](std::size_t count) {
    return wait([&] {
      return host_->count_clients("/host/fibonacci/_action/get_result") == count &&
             reports_->get_publisher_count() == count;
    });
  };
  ASSERT_TRUE(endpoints_of_the_board_are(0)) << "those of the agent that was killed";
  AgentProcess again({"udp4", "-p", port});
  ASSERT_TRUE(endpoints_of_the_board_are(1));
  goal->succeed(result(55));
  EXPECT_TRUE(hears("5 succeeded 55"));
}

}  // namespace
}  // namespace ranvier::micro
