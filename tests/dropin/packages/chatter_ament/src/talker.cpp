#include <chrono>
#include <functional>
#include <string>
#include <utility>

#include "chatter_ament/nodes.hpp"

namespace chatter_ament {

Talker::Talker(const rclcpp::NodeOptions& options) : Node("talker", options) {
  publisher_ = this->create_publisher<std_msgs::msg::String>("chatter", rclcpp::QoS(10));
  timer_ = this->create_wall_timer(std::chrono::milliseconds(50), std::bind(&Talker::on_timer, this));
}

void Talker::on_timer() {
  auto message = std::make_unique<std_msgs::msg::String>();
  message->data = "count " + std::to_string(count_++);
  publisher_->publish(std::move(message));
}

}  // namespace chatter_ament
