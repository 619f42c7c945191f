// foreign talk <topic> | foreign listen <topic> <count>: an end of a topic whose type no other
// program of these tests has. A talker publishes until it is ended; a listener prints a line for
// each message, "heard <number> <name>", and ends.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "bag_things/msg/thing.hpp"
#include "rclcpp/rclcpp.hpp"

namespace {

using bag_things::msg::Thing;

Thing thing(std::int32_t number) {
  Thing message;
  message.header.frame_id = "map";
  message.header.stamp.sec = number;
  message.parts.resize(2);
  message.parts[1].id = number;
  message.parts[1].text = "second";
  message.name = "thing " + std::to_string(number);
  message.size = {1.0, 2.5, -3.0};
  return message;
}

rclcpp::QoS qos() { return rclcpp::QoS(5).transient_local(); }

void talk(const rclcpp::Node::SharedPtr& node, const std::string& topic) {
  const auto publisher = node->create_publisher<Thing>(topic, qos());
  std::int32_t number = 0;
  const auto timer = node->create_wall_timer(std::chrono::milliseconds(10),
                                             [&] { publisher->publish(thing(number++)); });
  rclcpp::spin(node);
}

void listen(const rclcpp::Node::SharedPtr& node, const std::string& topic, int count) {
  const auto subscription =
      node->create_subscription<Thing>(topic, qos(), [&](const Thing& message) {
        std::printf("heard %d %s\n", message.parts.at(1).id, message.name.c_str());
        if (--count == 0) rclcpp::shutdown();
      });
  rclcpp::spin(node);
}

}  // namespace

int main(int argc, char** argv) {
  const auto words = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (words.size() < 3) return 2;
  const auto node = std::make_shared<rclcpp::Node>(words[1] + "er");
  if (words[1] == "talk") {
    talk(node, words[2]);
  } else {
    listen(node, words[2], words.size() > 3 ? std::atoi(words[3].c_str()) : 1);
  }
  rclcpp::shutdown();
  return 0;
}
