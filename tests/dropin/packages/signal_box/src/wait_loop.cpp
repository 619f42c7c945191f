// A loop that waits by itself: no executor, everything taken by hand.
#include <chrono>
#include <cstdio>
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

using namespace std::chrono_literals;
using std_msgs::msg::String;

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("wait_loop");
  rclcpp::SubscriptionOptions options;
  options.callback_group =
      node->create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive, false);
  auto in = node->create_subscription<String>(
      "signals", 10, [](const String&) { std::puts("never called"); }, options);
  auto out = node->create_publisher<String>("signals", 10);
  int ticks = 0;
  auto timer = node->create_wall_timer(
      10ms,
      [&] {
        String message;
        message.data = "signal " + std::to_string(++ticks);
        out->publish(message);
      },
      options.callback_group);

  rclcpp::WaitSet wait_set({{in}}, {}, {timer});
  int heard = 0;
  while (rclcpp::ok() && heard < 3) {
    auto result = wait_set.wait(10s);
    if (result.kind() != rclcpp::WaitResultKind::Ready) return 1;
    if (result.get_wait_set().get_rcl_wait_set().timers[0U]) {
      if (auto data = timer->call()) timer->execute_callback(data);
    }
    if (result.get_wait_set().get_rcl_wait_set().subscriptions[0U]) {
      String message;
      rclcpp::MessageInfo info;
      if (in->take(message, info)) {
        std::printf("%s\n", message.data.c_str());
        ++heard;
      }
    }
  }
  rclcpp::shutdown();
  return 0;
}
