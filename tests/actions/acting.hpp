// A node with an action server whose goals the test holds in its hands.
#ifndef ACTING_HPP_
#define ACTING_HPP_

#include <memory>
#include <string>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "running.hpp"

using example_interfaces::action::Fibonacci;
using rclcpp_action::CancelResponse;
using rclcpp_action::GoalResponse;
using rclcpp_action::GoalStatus;
using rclcpp_action::GoalUUID;
using rclcpp_action::ResultCode;

class Acting : public Running {
 protected:
  using Server = rclcpp_action::Server<Fibonacci>;
  using Client = rclcpp_action::Client<Fibonacci>;
  using Handle = rclcpp_action::ServerGoalHandle<Fibonacci>;
  using Goal = rclcpp_action::ClientGoalHandle<Fibonacci>;
  using CancelReply = action_msgs::srv::CancelGoal::Response;

  Acting() {
    init();
    node_ = node("actor");
  }

  Server::SharedPtr serve(
      const rcl_action_server_options_t& options = rcl_action_server_get_default_options(),
      rclcpp::CallbackGroup::SharedPtr group = nullptr) {
    return rclcpp_action::create_server<Fibonacci>(
        node_, "fibonacci",
        [this](const GoalUUID&, std::shared_ptr<const Fibonacci::Goal> goal) {
          asked_.push_back(goal->order);
          return answer_;
        },
        [this](std::shared_ptr<Handle>) { return cancel_answer_; },
        [this](std::shared_ptr<Handle> handle) { handles_.push_back(std::move(handle)); }, options,
        group);
  }

  Client::SharedPtr client() {
    auto made = rclcpp_action::create_client<Fibonacci>(node_, "fibonacci");
    EXPECT_TRUE(made->wait_for_action_server(std::chrono::seconds(30)));
    return made;
  }

  static Fibonacci::Goal order(int number) {
    Fibonacci::Goal goal;
    goal.order = number;
    return goal;
  }
  static Fibonacci::Result::SharedPtr result(std::vector<int> numbers) {
    auto made = std::make_shared<Fibonacci::Result>();
    made->sequence.assign(numbers.begin(), numbers.end());
    return made;
  }
  static Fibonacci::Feedback::SharedPtr feedback(int number) {
    auto made = std::make_shared<Fibonacci::Feedback>();
    made->sequence = {number};
    return made;
  }

  /// What a future of the client gives; spins until it is there.
  template <class Future>
  auto get(Future future) {
    wait_until(
        [&] { return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    return future.get();
  }
  Goal::SharedPtr send(Client& client, int number = 1,
                       const Client::SendGoalOptions& options = {}) {
    auto goal = get(client.async_send_goal(order(number), options));
    const size_t known = asked_.size();
    if (goal) wait_until([&] { return handles_.size() >= known; });
    return goal;
  }

  rclcpp::Node::SharedPtr node_;
  GoalResponse answer_ = GoalResponse::ACCEPT_AND_EXECUTE;
  CancelResponse cancel_answer_ = CancelResponse::ACCEPT;
  std::vector<int> asked_;
  std::vector<std::shared_ptr<Handle>> handles_;
};

#endif  // ACTING_HPP_
