#include "example_interfaces/action/fibonacci.hpp"
#include "nodes.h"
#include "rclcpp_action/rclcpp_action.hpp"

namespace command_graph {
namespace {

using Fibonacci = example_interfaces::action::Fibonacci;
using Goal = rclcpp_action::ServerGoalHandle<Fibonacci>;
constexpr int kMostOrder = 9000;

/// Goes on with its goal a step each 20 ms; one goal at a time.
class Server final : public rclcpp::Node {
 public:
  Server() : Node("fibonacci_action_server") {
    server_ = rclcpp_action::create_server<Fibonacci>(
        this, "fibonacci",
        [](const rclcpp_action::GoalUUID&, Fibonacci::Goal::ConstSharedPtr goal) {
          return goal->order > kMostOrder ? rclcpp_action::GoalResponse::REJECT
                                          : rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
        },
        [](std::shared_ptr<Goal>) { return rclcpp_action::CancelResponse::ACCEPT; },
        [this](std::shared_ptr<Goal> goal) { begin(std::move(goal)); });
  }

 private:
  void begin(std::shared_ptr<Goal> goal) {
    auto feedback = std::make_shared<Fibonacci::Feedback>();
    feedback->sequence = {0, 1};
    timer_ = create_wall_timer(std::chrono::milliseconds(20),
                               [this, goal, feedback] { go_on(*goal, feedback); });
  }

  void go_on(Goal& goal, const std::shared_ptr<Fibonacci::Feedback>& feedback) {
    std::vector<std::int32_t>& sequence = feedback->sequence;
    auto result = std::make_shared<Fibonacci::Result>();
    const bool done = static_cast<int>(sequence.size()) > goal.get_goal()->order;
    if (!done && !goal.is_canceling()) {
      const auto size = sequence.size();
      sequence.push_back(static_cast<std::int32_t>(static_cast<std::uint32_t>(sequence[size - 1]) +
                                                   static_cast<std::uint32_t>(sequence[size - 2])));
      return goal.publish_feedback(feedback);
    }
    result->sequence = sequence;
    goal.is_canceling() ? goal.canceled(result) : goal.succeed(result);
    timer_->cancel();
  }

  rclcpp_action::Server<Fibonacci>::SharedPtr server_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace

std::shared_ptr<rclcpp::Node> make_fibonacci() { return std::make_shared<Server>(); }

}  // namespace command_graph
