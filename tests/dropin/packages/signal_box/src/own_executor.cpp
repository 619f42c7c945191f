// An executor that counts what it runs.
#include <chrono>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "rclcpp/any_executable.hpp"
#include "rclcpp/executor.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

using namespace std::chrono_literals;
using std_msgs::msg::String;

class CountingExecutor : public rclcpp::Executor {
 public:
  explicit CountingExecutor(const rclcpp::ExecutorOptions& options = rclcpp::ExecutorOptions())
      : rclcpp::Executor(options) {}
  void spin() override {
    if (spinning.exchange(true)) throw std::runtime_error("spin() called while already spinning");
    while (rclcpp::ok(this->context_) && spinning.load()) {
      rclcpp::AnyExecutable any;
      if (!get_next_executable(any)) continue;
      timers += any.timer != nullptr;
      subscriptions += any.subscription != nullptr;
      execute_any_executable(any);
    }
    spinning.store(false);
  }
  int timers = 0;
  int subscriptions = 0;
};

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("own_executor");
  CountingExecutor executor;
  executor.add_node(node);
  auto out = node->create_publisher<String>("signals", 10);
  auto timer = node->create_wall_timer(10ms, [&] { out->publish(String()); });
  int heard = 0;
  auto in = node->create_subscription<String>("signals", 10, [&](const String&) {
    if (++heard < 3) return;
    timer->cancel();
    executor.cancel();
  });
  executor.spin();
  std::printf("%s timers, %d messages\n", executor.timers >= 3 ? "enough" : "too few",
              executor.subscriptions);
  rclcpp::shutdown();
  return 0;
}
