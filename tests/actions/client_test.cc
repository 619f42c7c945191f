// What a client promises beside the life of one goal.
#include <gmock/gmock.h>

#include "acting.hpp"
#include "covers.h"

namespace {

class ActionClientTest : public Acting {};

/// Chooses the ids itself.
class Choosing : public rclcpp_action::Client<Fibonacci> {
 public:
  using rclcpp_action::Client<Fibonacci>::Client;
  GoalUUID next{};

 private:
  GoalUUID generate_goal_id() override { return next; }
};

TEST_F(ActionClientTest, AServerIsReadyWhileItIsThere) {
  COVERS("rclcpp_action::ClientBase", "action_server_is_ready");
  COVERS("rclcpp_action", "create_client");
  const auto client = rclcpp_action::create_client<Fibonacci>(node_, "fibonacci");
  EXPECT_FALSE(client->action_server_is_ready());
  EXPECT_FALSE(client->wait_for_action_server(std::chrono::milliseconds(1)));
  auto server = serve();
  EXPECT_TRUE(client->wait_for_action_server());
  EXPECT_TRUE(client->wait_for_action_server(std::chrono::nanoseconds::max()));
  EXPECT_TRUE(client->wait_for_action_server(std::chrono::nanoseconds::min()));
  EXPECT_TRUE(client->wait_for_action_server(std::chrono::hours::max()));
  EXPECT_TRUE(client->action_server_is_ready());
  server.reset();
  EXPECT_FALSE(client->action_server_is_ready());
}

TEST_F(ActionClientTest, ShutdownEndsTheWaitForAServer) {
  const auto client = rclcpp_action::create_client<Fibonacci>(node_, "fibonacci");
  rclcpp::shutdown();
  EXPECT_FALSE(client->wait_for_action_server());
}

TEST_F(ActionClientTest, AClientWhoseNodeHasGoneSaysSo) {
  auto other = std::make_shared<rclcpp::Node>("other");
  const auto client = rclcpp_action::create_client<Fibonacci>(other, "fibonacci");
  other.reset();
  EXPECT_THROW((void)client->wait_for_action_server(), rclcpp::exceptions::InvalidNodeError);
}

TEST_F(ActionClientTest, AClientThatGoesEndsWhatIsAwaited) {
  COVERS("rclcpp_action::ClientGoalHandle", "get_status", "is_result_aware");
  COVERS("rclcpp_action::exceptions::UnawareGoalHandleError");
  const auto server = serve();
  auto client = this->client();
  const auto goal = send(*client);
  auto result = client->async_get_result(goal);
  auto handle = client->async_send_goal(order(2));
  auto cancelled = client->async_cancel_all_goals();
  client.reset();
  EXPECT_THROW(result.get(), rclcpp_action::exceptions::UnawareGoalHandleError);
  EXPECT_THROW(handle.get(), std::future_error);
  EXPECT_THROW(cancelled.get(), std::future_error);
  EXPECT_FALSE(goal->is_result_aware());
  EXPECT_EQ(goal->get_status(), GoalStatus::STATUS_UNKNOWN);
}

TEST_F(ActionClientTest, AClientMayGoInItsOwnCallback) {
  const auto server = serve();
  auto client = this->client();
  Client::SendGoalOptions options;
  bool gone = false;
  options.goal_response_callback = [&](Goal::SharedPtr) {
    client.reset();
    gone = true;
  };
  client->async_send_goal(order(1), options);
  wait_until([&] { return gone; });
}

TEST_F(ActionClientTest, IdsAreRandomOfVersionFourUnlessTheClientChoosesThem) {
  COVERS("rclcpp_action::Client", "async_send_goal");
  const auto server = serve();
  const auto client = this->client();
  const auto a = send(*client), b = send(*client);
  EXPECT_NE(a->get_goal_id(), b->get_goal_id());
  EXPECT_EQ(a->get_goal_id()[6] >> 4, 4);
  EXPECT_EQ(a->get_goal_id()[8] >> 6, 2);
  Choosing choosing(node_->get_node_base_interface(), node_->get_node_graph_interface(),
                    node_->get_node_logging_interface(), "fibonacci");
  ASSERT_TRUE(choosing.wait_for_action_server(std::chrono::seconds(30)));
  choosing.next[5] = 77;
  EXPECT_EQ(get(choosing.async_send_goal(order(1)))->get_goal_id(), choosing.next);
  EXPECT_EQ(get(choosing.async_send_goal(order(1))), nullptr) << "the id is taken";
}

TEST_F(ActionClientTest, OneClientCannotUseTheHandleOfAnother) {
  COVERS("rclcpp_action::exceptions::UnknownGoalHandleError");
  const auto server = serve();
  const auto one = client(), other = client();
  const auto goal = send(*one);
  EXPECT_THROW(other->async_get_result(goal), rclcpp_action::exceptions::UnknownGoalHandleError);
  EXPECT_THROW(other->async_cancel_goal(goal), rclcpp_action::exceptions::UnknownGoalHandleError);
}

TEST_F(ActionClientTest, EachOfManyClientsGetsItsOwnResults) {
  COVERS("rclcpp_action::Client", "async_get_result", "WrappedResult");
  const auto server = serve();
  std::vector<Client::SharedPtr> clients;
  std::vector<std::shared_future<Client::WrappedResult>> results;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(client());
    results.push_back(clients[i]->async_get_result(send(*clients[i], i)));
  }
  for (const auto& handle : handles_) handle->succeed(result({handle->get_goal()->order}));
  for (int i = 0; i < 8; ++i) EXPECT_EQ(get(results[i]).result->sequence.at(0), i);
}

TEST_F(ActionClientTest, TheResultIsAskedForOnceHoweverOftenTheUserAsks) {
  const auto server = serve();
  const auto client = this->client();
  int first = 0, second = 0;
  const auto goal = send(*client);
  auto a = client->async_get_result(goal, [&](const auto&) { ++first; });
  auto b = client->async_get_result(goal, [&](const auto&) { ++second; });
  handles_.at(0)->succeed(result({1}));
  EXPECT_EQ(get(a).result, get(b).result);
  wait_until([&] { return second == 1; });
  EXPECT_EQ(first, 0) << "the later callback takes the place of the earlier one";
}

}  // namespace
