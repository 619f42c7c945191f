// Two nodes that other packages may compose.
#pragma once

#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

namespace chatter_ament {

class Talker : public rclcpp::Node {
 public:
  explicit Talker(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());

 private:
  void on_timer();

  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
  int count_ = 0;
};

class Listener : public rclcpp::Node {
 public:
  explicit Listener(const rclcpp::NodeOptions& options = rclcpp::NodeOptions());

 private:
  void on_message(const std_msgs::msg::String::SharedPtr message);

  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr subscription_;
  int heard_ = 0;
};

}  // namespace chatter_ament
