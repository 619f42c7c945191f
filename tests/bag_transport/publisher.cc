// publisher <messages> <Hz> <bytes> <depth> <topic>...: publishes messages with numbers from 0 on
// each topic, as soon as somebody subscribes to all, and ends with the line "published N".
//
// Bytes: of a message, at least 4: the number stands at its front. Depth: of the history.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/u_int8_multi_array.hpp"

namespace {

using std_msgs::msg::UInt8MultiArray;
using Publisher = rclcpp::Publisher<UInt8MultiArray>;

void wait_for_subscriptions(const std::vector<Publisher::SharedPtr>& publishers) {
  for (const auto& publisher : publishers) {
    while (rclcpp::ok() && publisher->get_subscription_count() == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
}

UInt8MultiArray message_of(std::uint32_t number, std::size_t bytes) {
  UInt8MultiArray message;
  message.data.assign(bytes, static_cast<std::uint8_t>(number));
  std::memcpy(message.data.data(), &number, sizeof(number));
  return message;
}

}  // namespace

int main(int argc, char** argv) {
  const auto words = rclcpp::init_and_remove_ros_arguments(argc, argv);
  if (words.size() < 6) {
    std::fprintf(stderr, "usage: publisher <messages> <Hz> <bytes> <depth> <topic>...\n");
    return 2;
  }
  const auto messages = static_cast<std::uint32_t>(std::atoi(words[1].c_str()));
  const std::chrono::duration<double> period(1.0 / std::atof(words[2].c_str()));
  const auto bytes = static_cast<std::size_t>(std::atoll(words[3].c_str()));
  const auto depth = static_cast<std::size_t>(std::atoll(words[4].c_str()));
  const auto node = std::make_shared<rclcpp::Node>("publisher");
  std::vector<Publisher::SharedPtr> publishers;
  for (std::size_t i = 5; i < words.size(); ++i) {
    publishers.push_back(node->create_publisher<UInt8MultiArray>(words[i], rclcpp::QoS(depth)));
  }
  wait_for_subscriptions(publishers);
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint32_t number = 0; number < messages && rclcpp::ok(); ++number) {
    for (const auto& publisher : publishers) publisher->publish(message_of(number, bytes));
    std::this_thread::sleep_until(
        begin + std::chrono::duration_cast<std::chrono::nanoseconds>(period * (number + 1)));
  }
  std::printf("published %u\n", messages);
  std::fflush(stdout);
  while (rclcpp::ok()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return 0;
}
