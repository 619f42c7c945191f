// An action server as users write it: the file whose compile time is measured.
#include <memory>
#include <thread>

#include "example_interfaces/action/fibonacci.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"

class FibonacciServer : public rclcpp::Node {
 public:
  using Fibonacci = example_interfaces::action::Fibonacci;
  using GoalHandle = rclcpp_action::ServerGoalHandle<Fibonacci>;

  FibonacciServer() : Node("fibonacci_server") {
    using std::placeholders::_1;
    using std::placeholders::_2;
    server_ = rclcpp_action::create_server<Fibonacci>(
        this, "fibonacci", std::bind(&FibonacciServer::on_goal, this, _1, _2),
        std::bind(&FibonacciServer::on_cancel, this, _1),
        std::bind(&FibonacciServer::on_accepted, this, _1));
  }

 private:
  rclcpp_action::GoalResponse on_goal(const rclcpp_action::GoalUUID&,
                                      std::shared_ptr<const Fibonacci::Goal> goal) {
    RCLCPP_INFO(get_logger(), "order %d", goal->order);
    return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
  }
  rclcpp_action::CancelResponse on_cancel(std::shared_ptr<GoalHandle>) {
    return rclcpp_action::CancelResponse::ACCEPT;
  }
  void on_accepted(std::shared_ptr<GoalHandle> handle) {
    std::thread([this, handle] { execute(*handle); }).detach();
  }

  void execute(GoalHandle& handle) {
    auto feedback = std::make_shared<Fibonacci::Feedback>();
    auto result = std::make_shared<Fibonacci::Result>();
    auto& numbers = feedback->sequence;
    numbers = {0, 1};
    while (static_cast<int>(numbers.size()) < handle.get_goal()->order) {
      if (handle.is_canceling()) {
        handle.canceled(result);
        return;
      }
      numbers.push_back(numbers.back() + numbers[numbers.size() - 2]);
      handle.publish_feedback(feedback);
    }
    result->sequence = numbers;
    handle.succeed(result);
  }

  rclcpp_action::Server<Fibonacci>::SharedPtr server_;
};

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<FibonacciServer>());
  rclcpp::shutdown();
  return 0;
}
