// A node whose publisher promises a message each 50 ms, and sends one. Each line of
// its standard input is a message more; "new" makes another publisher instead. It
// says "heard <line>" when the message came back. It ends when its input does.
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

#include <cstdio>
#include <iostream>
#include <string>
#include <thread>

using std_msgs::msg::String;

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<rclcpp::Node>("watched", "/front");
  const auto qos = rclcpp::QoS(1).deadline(std::chrono::milliseconds(50));
  auto subscription = node->create_subscription<String>("scan", qos, [](const String& message) {
    if (!message.data.empty()) {
      std::fprintf(stderr, "heard %s\n", message.data.c_str());
    }
  });
  auto publisher = node->create_publisher<String>("scan", qos);
  rclcpp::Publisher<String>::SharedPtr later;
  publisher->publish(String());
  std::thread input([&] {
    for (std::string line; std::getline(std::cin, line);) {
      if (line == "new") {
        later = node->create_publisher<String>("later", 1);
        std::fprintf(stderr, "made\n");
      } else {
        String message;
        message.data = line;
        publisher->publish(message);
      }
    }
    rclcpp::shutdown();
  });
  rclcpp::spin(node);
  input.join();
}
