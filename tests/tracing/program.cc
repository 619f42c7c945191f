// A node whose publisher promises a message each 50 ms, and sends one. It ends
// when its standard input does.
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <thread>

int main(int argc, char ** argv)
{
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("watched", "/front");
  const auto qos = rclcpp::QoS(1).deadline(std::chrono::milliseconds(50));
  auto subscription = node->create_subscription<std_msgs::msg::String>(
    "scan", qos, [](const std_msgs::msg::String &) {});
  auto publisher = node->create_publisher<std_msgs::msg::String>("scan", qos);
  publisher->publish(std_msgs::msg::String());
  std::thread input([] {
      while (std::getchar() != EOF) {}
      rclcpp::shutdown();
    });
  rclcpp::spin(node);
  input.join();
}
