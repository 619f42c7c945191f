#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <example_interfaces/action/fibonacci.hpp>
#include <rclcpp_action/rclcpp_action.hpp>

#include "modes.hpp"

namespace interop {
using example_interfaces::action::Fibonacci;

namespace {

constexpr int kUntilCancelled = 1000;

std::string list(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

/// What is heard of one goal after the other. Threads: commands come on one of
/// their own.
class Follower {
 public:
  using Client = rclcpp_action::Client<Fibonacci>;

  explicit Follower(Client& client) : client_(client) {}

  void obey(const Words& words) {
    if (words.at(0) == "cancel") {
      client_.async_cancel_goal(goal(), [](Client::CancelResponse::SharedPtr answer) {
        Event("canceling")
            .put("code", answer->return_code)
            .put("count", static_cast<std::int64_t>(answer->goals_canceling.size()));
      });
      return;
    }
    Fibonacci::Goal goal;
    goal.order = std::stoi(words.at(1));
    Client::SendGoalOptions options;
    options.goal_response_callback = [this](Client::GoalHandle::SharedPtr handle) {
      Event("answer").put_json("accepted", handle ? "true" : "false");
      const std::lock_guard<std::mutex> lock(mutex_);
      goal_ = std::move(handle);
      status_ = 0;
    };
    options.feedback_callback = [](Client::GoalHandle::SharedPtr,
                                   std::shared_ptr<const Fibonacci::Feedback> feedback) {
      Event("feedback").put_json("value", list(feedback->sequence));
    };
    options.result_callback = [](const Client::WrappedResult& result) {
      Event("result")
          .put("status", static_cast<std::int64_t>(result.code))
          .put_json("value", list(result.result->sequence));
    };
    client_.async_send_goal(goal, options);
  }

  void look() {
    const auto followed = goal();
    const int now = followed ? followed->get_status() : 0;
    if (now != std::exchange(status_, now)) Event("status").put("value", now);
  }

 private:
  Client::GoalHandle::SharedPtr goal() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return goal_;
  }

  Client& client_;
  std::mutex mutex_;
  Client::GoalHandle::SharedPtr goal_;  // guarded by mutex_
  int status_ = 0;                      // on the executor's thread
};

}  // namespace

void act(const Options& options) {
  auto node = make_node(options);
  auto client = rclcpp_action::create_client<Fibonacci>(node, options.get("action", "/fibonacci"));
  Follower follower(*client);
  bool there = false;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(2), [&] {
    follower.look();
    if (there == client->action_server_is_ready()) return;
    there = !there;
    Event("service").put_json("there", there ? "true" : "false");
  });
  Event("ready");
  spin_and_obey(node, [&](const Words& words) { follower.obey(words); });
}

namespace {

using Handle = rclcpp_action::ServerGoalHandle<Fibonacci>;

void run(std::vector<std::shared_ptr<Handle>>& running, std::shared_ptr<Handle> goal) {
  auto feedback = std::make_shared<Fibonacci::Feedback>();
  feedback->sequence = {1};
  goal->publish_feedback(feedback);
  const int order = goal->get_goal()->order;
  if (order == kUntilCancelled) return running.push_back(std::move(goal));
  auto result = std::make_shared<Fibonacci::Result>();
  result->sequence = {order, order};
  goal->succeed(result);
}

void end_cancelled(std::vector<std::shared_ptr<Handle>>& running) {
  std::vector<std::shared_ptr<Handle>> left;
  for (auto& goal : running) {
    if (goal->is_canceling()) {
      goal->canceled(std::make_shared<Fibonacci::Result>());
    } else {
      left.push_back(std::move(goal));
    }
  }
  running = std::move(left);
}

}  // namespace

void serve_action(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("action", "/fibonacci");
  std::vector<std::shared_ptr<Handle>> running;
  auto server = rclcpp_action::create_server<Fibonacci>(
      node, name,
      [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal> goal) {
        Event("goal").put("order", goal->order);
        return goal->order < 0 ? rclcpp_action::GoalResponse::REJECT
                               : rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](std::shared_ptr<Handle>) { return rclcpp_action::CancelResponse::ACCEPT; },
      [&](std::shared_ptr<Handle> goal) { run(running, std::move(goal)); });
  std::size_t clients = 0;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(2), [&] {
    end_cancelled(running);
    const auto count = [&](const char* service) {
      return node->count_clients(name + "/_action/" + service);
    };
    const auto now = std::min({count("send_goal"), count("cancel_goal"), count("get_result")});
    if (std::exchange(clients, now) == now) return;
    Event("matched").put("count", static_cast<std::int64_t>(now));
  });
  Event("ready");
  spin_and_obey(node);
}

}  // namespace interop
