#include "chatter_ament/nodes.hpp"

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto node = std::make_shared<chatter_ament::Listener>();
  rclcpp::spin(node);
  rclcpp::shutdown();
  return 0;
}
