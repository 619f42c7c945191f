// The server of an action.
#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <rclcpp_action/rclcpp_action.hpp>

#include "fibonacci.hpp"

namespace interop {
namespace {

template <class Action>
class Goals {
 public:
  using Handle = rclcpp_action::ServerGoalHandle<Action>;

  void run(std::shared_ptr<Handle> goal) {
    auto feedback = std::make_shared<typename Action::Feedback>();
    feedback->sequence = {1};
    goal->publish_feedback(feedback);
    const int order = goal->get_goal()->order;
    if (order == kUntilCancelled) return running_.push_back(std::move(goal));
    auto result = std::make_shared<typename Action::Result>();
    result->sequence = {order, order};
    goal->succeed(result);
    Event("ended").put("status", action_msgs::msg::GoalStatus::STATUS_SUCCEEDED);
  }

  void end_cancelled() {
    std::vector<std::shared_ptr<Handle>> left;
    for (auto& goal : running_) {
      if (!goal->is_canceling()) {
        left.push_back(std::move(goal));
        continue;
      }
      goal->canceled(std::make_shared<typename Action::Result>());
      Event("ended").put("status", action_msgs::msg::GoalStatus::STATUS_CANCELED);
    }
    running_ = std::move(left);
  }

 private:
  std::vector<std::shared_ptr<Handle>> running_;
};

template <class Action>
auto make_server(const rclcpp::Node::SharedPtr& node, const std::string& name,
                 Goals<Action>& goals) {
  using Handle = typename Goals<Action>::Handle;
  return rclcpp_action::create_server<Action>(
      node, name,
      [](const rclcpp_action::GoalUUID&, std::shared_ptr<const typename Action::Goal> goal) {
        Event("goal").put("order", goal->order);
        return goal->order < 0 ? rclcpp_action::GoalResponse::REJECT
                               : rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](std::shared_ptr<Handle>) { return rclcpp_action::CancelResponse::ACCEPT; },
      [&goals](std::shared_ptr<Handle> goal) { goals.run(std::move(goal)); });
}

template <class Action>
void serve_goals(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("action", "/fibonacci");
  Goals<Action> goals;
  auto server = make_server<Action>(node, name, goals);
  std::size_t clients = 0;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(2), [&] {
    goals.end_cancelled();
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

}  // namespace

void serve_action(const Options& options) {
  with_fibonacci(options, [&](auto action) { serve_goals<decltype(action)>(options); });
}

}  // namespace interop
