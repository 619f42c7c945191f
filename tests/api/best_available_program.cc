// Publishes 7 on "a" with "best available" QoS, until a signal ends it.
#include <std_msgs/msg/int32.hpp>

#include "rclcpp/rclcpp.hpp"

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  const auto node = std::make_shared<rclcpp::Node>("publishing");
  const auto from = node->create_publisher<std_msgs::msg::Int32>("a", rclcpp::BestAvailableQoS());
  const auto timer = node->create_wall_timer(
      std::chrono::milliseconds(10), [&] { from->publish(std_msgs::msg::Int32().set__data(7)); });
  rclcpp::spin(node);
  return 0;
}
