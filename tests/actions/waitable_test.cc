// Servers and clients of actions in wait sets, and in executors of users that wait
// by themselves.
#include <gmock/gmock.h>

#include <deque>
#include <mutex>
#include <set>

#include "acting.hpp"
#include "covers.h"
#include "rclcpp/wait_set.hpp"
#include "waiting_executor.hpp"

namespace {

using namespace std::chrono_literals;
using rclcpp_action::ClientBase;
using rclcpp_action::ServerBase;
using testing::ElementsAre;
using WaitKind = rclcpp::WaitResultKind;

class ActionWaitables : public Acting {
 protected:
  ActionWaitables() { executor_->remove_node(node_); }

  rclcpp_action::Client<Fibonacci>::SharedPtr client_of() {
    auto made = rclcpp_action::create_client<Fibonacci>(node_, "fibonacci");
    EXPECT_TRUE(made->wait_for_action_server(30s));
    return made;
  }
  /// Waits, and runs once whatever is ready. False if nothing came.
  static bool turn(rclcpp::WaitSet& wait_set, std::chrono::nanoseconds timeout = 30s) {
    auto result = wait_set.wait(timeout);
    if (result.kind() != WaitKind::Ready) return false;
    while (const auto ready = result.next_ready_waitable()) {
      const auto data = ready->take_data();
      ready->execute(data);
    }
    return true;
  }
  Client::SendGoalOptions telling() {
    Client::SendGoalOptions options;
    options.goal_response_callback = [this](Goal::SharedPtr goal) { goal_ = goal; };
    options.feedback_callback = [this](Goal::SharedPtr,
                                       std::shared_ptr<const Fibonacci::Feedback> feedback) {
      fed_.push_back(feedback->sequence.at(0));
    };
    options.result_callback = [this](const Goal::WrappedResult& result) {
      result_.assign(result.result->sequence.begin(), result.result->sequence.end());
      ended_ = true;
    };
    return options;
  }

  Goal::SharedPtr goal_;
  std::vector<int> fed_, result_;
  bool ended_ = false;
};

TEST_F(ActionWaitables, ServeAndAskInAWaitSet) {
  COVERS("rclcpp_action::ServerBase", "take_data", "execute");
  COVERS("rclcpp_action::ClientBase", "take_data", "execute");
  const auto server = serve();
  const auto client = client_of();
  rclcpp::WaitSet wait_set;
  wait_set.add_waitable(server);
  wait_set.add_waitable(client);
  client->async_send_goal(order(5), telling());
  while (!goal_) ASSERT_TRUE(turn(wait_set));  // take_data() and execute()
  EXPECT_THAT(asked_, ElementsAre(5));
  ASSERT_EQ(handles_.size(), 1u);
  handles_[0]->publish_feedback(feedback(3));
  while (fed_.empty()) ASSERT_TRUE(turn(wait_set));
  while (goal_->get_status() != GoalStatus::STATUS_EXECUTING) ASSERT_TRUE(turn(wait_set));
  auto cancelled = client->async_cancel_goal(goal_);
  while (cancelled.wait_for(0s) != std::future_status::ready) ASSERT_TRUE(turn(wait_set));
  EXPECT_TRUE(handles_[0]->is_canceling());
  handles_[0]->canceled(result({8}));
  while (!ended_) ASSERT_TRUE(turn(wait_set));
  EXPECT_THAT(fed_, ElementsAre(3));
  EXPECT_THAT(result_, ElementsAre(8));
}

TEST_F(ActionWaitables, SayWhatOfThemIsReady) {
  COVERS("rclcpp_action::ServerBase", "add_to_wait_set", "is_ready");
  COVERS("rclcpp_action::ClientBase", "add_to_wait_set", "is_ready");
  const auto server = serve();
  const auto client = client_of();
  rclcpp::WaitSet of_server, of_client;
  of_server.add_waitable(server);  // add_to_wait_set() when it waits
  of_client.add_waitable(client);
  EXPECT_FALSE(turn(of_server, 0s));
  client->async_send_goal(order(5), telling());
  EXPECT_EQ(of_client.wait(0s).kind(), WaitKind::Timeout);
  {
    auto result = of_server.wait(30s);
    ASSERT_EQ(result.kind(), WaitKind::Ready);
    const auto& raw = result.get_wait_set().get_rcl_wait_set();
    EXPECT_EQ(raw.size_of_services, 3u);
    EXPECT_EQ(raw.size_of_timers, 1u);
    EXPECT_TRUE(server->is_ready(raw));
    EXPECT_FALSE(client->is_ready(raw));
    EXPECT_THROW(client->take_data(), std::runtime_error) << "it was not ready";
    server->execute(server->take_data());
    EXPECT_THROW(server->take_data(), std::runtime_error) << "it was taken";
  }
  EXPECT_EQ(of_server.wait(0s).kind(), WaitKind::Timeout);
  auto result = of_client.wait(30s);
  ASSERT_EQ(result.kind(), WaitKind::Ready);
  const auto& raw = result.get_wait_set().get_rcl_wait_set();
  EXPECT_EQ(raw.size_of_clients, 3u);
  EXPECT_EQ(raw.size_of_subscriptions, 2u);
  EXPECT_TRUE(client->is_ready(raw));
  client->execute(client->take_data());
  EXPECT_NE(goal_, nullptr) << "the answer comes before all else";
}

/// What on-ready callbacks tell, to be run one by one, as events executors do.
class Told {
 public:
  std::function<void(size_t, int)> of(const rclcpp::Waitable::SharedPtr& waitable) {
    return [this, waitable](size_t count, int id) {
      const std::lock_guard lock(mutex_);
      for (; count > 0; --count) events_.push_back({waitable, id});
    };
  }
  bool run_next() {
    std::pair<rclcpp::Waitable::SharedPtr, int> event;
    {
      const std::lock_guard lock(mutex_);
      if (events_.empty()) return false;
      event = events_.front();
      events_.pop_front();
    }
    seen.insert({event.first.get(), event.second});
    const auto data = event.first->take_data_by_entity_id(static_cast<size_t>(event.second));
    event.first->execute(data);
    return true;
  }
  std::set<std::pair<rclcpp::Waitable*, int>> seen;

 private:
  std::mutex mutex_;
  std::deque<std::pair<rclcpp::Waitable::SharedPtr, int>> events_;
};

TEST_F(ActionWaitables, TellOfEachOfTheirEntities) {
  COVERS("rclcpp_action::ServerBase", "set_on_ready_callback", "clear_on_ready_callback",
         "take_data_by_entity_id");
  COVERS("rclcpp_action::ClientBase", "set_on_ready_callback", "clear_on_ready_callback",
         "take_data_by_entity_id");
  COVERS("rclcpp_action::ServerBase::EntityType", "GoalService", "CancelService", "ResultService");
  COVERS("rclcpp_action::ClientBase::EntityType", "GoalClient", "CancelClient", "ResultClient",
         "FeedbackSubscription", "StatusSubscription");
  const auto server = serve();
  const auto client = client_of();
  Told told;
  client->async_send_goal(order(5), telling());  // before anybody listens
  server->set_on_ready_callback(told.of(server));
  client->set_on_ready_callback(told.of(client));
  const auto run_until = [&](const std::function<bool()>& done) {
    while (!done()) told.run_next();  // by take_data_by_entity_id()
  };
  run_until([&] { return goal_ != nullptr; });
  handles_.at(0)->publish_feedback(feedback(3));
  run_until([&] { return !fed_.empty(); });
  auto cancelled = client->async_cancel_goal(goal_);
  run_until([&] { return cancelled.wait_for(0s) == std::future_status::ready; });
  handles_.at(0)->canceled(result({8}));
  run_until([&] { return ended_; });
  const auto was_told = [&](rclcpp::Waitable* of, auto kind) {
    return told.seen.count({of, static_cast<int>(kind)}) == 1;
  };
  run_until([&] { return was_told(client.get(), ClientBase::EntityType::StatusSubscription); });
  EXPECT_TRUE(was_told(server.get(), ServerBase::EntityType::GoalService));
  EXPECT_TRUE(was_told(server.get(), ServerBase::EntityType::CancelService));
  EXPECT_TRUE(was_told(server.get(), ServerBase::EntityType::ResultService));
  EXPECT_TRUE(was_told(client.get(), ClientBase::EntityType::GoalClient));
  EXPECT_TRUE(was_told(client.get(), ClientBase::EntityType::CancelClient));
  EXPECT_TRUE(was_told(client.get(), ClientBase::EntityType::ResultClient));
  EXPECT_TRUE(was_told(client.get(), ClientBase::EntityType::FeedbackSubscription));
  while (told.run_next()) {}
  server->clear_on_ready_callback();
  client->clear_on_ready_callback();
  client->async_send_goal(order(6));
  EXPECT_FALSE(told.run_next()) << "nobody is told";
  const auto late =
      server->take_data_by_entity_id(static_cast<size_t>(ServerBase::EntityType::GoalService));
  const auto nothing =
      server->take_data_by_entity_id(static_cast<size_t>(ServerBase::EntityType::GoalService));
  server->execute(nothing);  // it was taken by somebody else
  EXPECT_EQ(asked_.size(), 1u);
  server->execute(late);
  EXPECT_EQ(asked_.size(), 2u);
}

TEST_F(ActionWaitables, ResultsExpireInAWaitSetToo) {
  COVERS("rclcpp_action::ServerBase::EntityType", "Expired");
  auto options = rcl_action_server_get_default_options();
  options.result_timeout.nanoseconds = std::chrono::nanoseconds(20ms).count();
  const auto server = serve(options);
  const auto client = client_of();
  rclcpp::WaitSet wait_set;
  wait_set.add_waitable(server);
  client->async_send_goal(order(5));
  ASSERT_TRUE(turn(wait_set));
  while (turn(wait_set, 0s)) {}
  handles_.at(0)->succeed(result({8}));
  int looks = 0;
  while (turn(wait_set, 200ms)) ASSERT_LT(++looks, 100) << "the timer goes on and on";
  EXPECT_GE(looks, 1);
  server->execute(
      server->take_data_by_entity_id(static_cast<size_t>(ServerBase::EntityType::Expired)));
}

TEST_F(ActionWaitables, KnowWhatTheyAreMadeOf) {
  COVERS("rclcpp_action::ServerBase", "get_number_of_ready_subscriptions",
         "get_number_of_ready_timers", "get_number_of_ready_clients",
         "get_number_of_ready_services", "get_number_of_ready_guard_conditions");
  COVERS("rclcpp_action::ClientBase", "get_number_of_ready_subscriptions",
         "get_number_of_ready_timers", "get_number_of_ready_clients",
         "get_number_of_ready_services", "get_number_of_ready_guard_conditions");
  const auto numbers = [](rclcpp::Waitable& of) {
    return std::vector<size_t>{of.get_number_of_ready_subscriptions(),
                               of.get_number_of_ready_timers(), of.get_number_of_ready_clients(),
                               of.get_number_of_ready_services(),
                               of.get_number_of_ready_guard_conditions()};
  };
  const auto server = serve();
  const auto client = rclcpp_action::create_client<Fibonacci>(node_, "fibonacci");
  EXPECT_THAT(numbers(*server), ElementsAre(0, 1, 0, 3, 0));
  EXPECT_THAT(numbers(*client), ElementsAre(2, 0, 3, 0, 0));
}

TEST_F(ActionWaitables, SayWhatTheyCannotDo) {
  const auto server = serve();
  const auto client = rclcpp_action::create_client<Fibonacci>(node_, "fibonacci");
  const std::vector<rclcpp::Waitable::SharedPtr> both{server, client};
  for (const auto& one : both) {
    rcl_wait_set_t foreign{};
    EXPECT_THROW(one->add_to_wait_set(foreign), std::runtime_error);
    EXPECT_THROW(one->take_data(), std::runtime_error);
    EXPECT_THROW(one->take_data_by_entity_id(99), std::invalid_argument);
    EXPECT_THROW(one->set_on_ready_callback(nullptr), std::invalid_argument);
  }
  const std::shared_ptr<void> nothing;
  EXPECT_THROW(server->execute(nothing), std::runtime_error);  // as in ROS 2, these two
  EXPECT_THROW(client->execute(nothing), std::invalid_argument);
  server->set_on_ready_callback([](size_t, int) { throw std::runtime_error("of a user"); });
  client->async_send_goal(order(1));  // logged
}

TEST_F(ActionWaitables, AreInTheirGroupAndRunOnceByOurExecutors) {
  const auto group = node_->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  const auto server = serve(rcl_action_server_get_default_options(), group);
  const auto client = client_of();
  const auto is_server = [&](const auto& one) { return one == server; };
  EXPECT_EQ(group->find_waitable_ptrs_if(is_server), server);
  const auto waitables = node_->get_node_waitables_interface();
  waitables->remove_waitable(server, group);
  EXPECT_EQ(group->find_waitable_ptrs_if(is_server), nullptr);
  waitables->add_waitable(server, group);  // as code of the field does
  EXPECT_EQ(group->find_waitable_ptrs_if(is_server), server);
  executor_->add_node(node_);
  client->async_send_goal(order(5), telling());
  wait_until([&] { return goal_ != nullptr; });
  handles_.at(0)->succeed(result({8}));
  wait_until([&] { return ended_; });
  EXPECT_THAT(asked_, ElementsAre(5));
}

TEST_F(ActionWaitables, RunInExecutorsThatCollectEntities) {
  WaitingExecutor executor;
  executor.add_node(node_);
  const auto server = serve();
  const auto client = client_of();
  client->async_send_goal(order(5), telling());
  executor.spin_while([&] { return goal_ == nullptr; });
  handles_.at(0)->publish_feedback(feedback(3));
  executor.spin_while([&] { return fed_.empty(); });
  handles_.at(0)->succeed(result({8}));
  executor.spin_while([&] { return !ended_; });
  EXPECT_THAT(result_, ElementsAre(8));
}

}  // namespace
