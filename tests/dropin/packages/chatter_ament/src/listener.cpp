#include <functional>

#include "chatter_ament/nodes.hpp"

namespace chatter_ament {

Listener::Listener(const rclcpp::NodeOptions& options) : Node("listener", options) {
  subscription_ = this->create_subscription<std_msgs::msg::String>(
    "chatter", rclcpp::QoS(10), std::bind(&Listener::on_message, this, std::placeholders::_1));
}

void Listener::on_message(const std_msgs::msg::String::SharedPtr message) {
  RCLCPP_INFO(this->get_logger(), "heard '%s'", message->data.c_str());
  if (++heard_ == 3) {
    rclcpp::shutdown();
  }
}

}  // namespace chatter_ament
