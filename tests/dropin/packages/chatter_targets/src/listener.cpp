// Ends well once it has heard three messages in a row.
#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

class Listener : public rclcpp::Node {
 public:
  Listener() : Node("listener") {
    subscription_ = create_subscription<std_msgs::msg::String>(
      "chatter", 10, [this](const std_msgs::msg::String::ConstSharedPtr message) { hear(*message); });
  }

 private:
  void hear(const std_msgs::msg::String& message) {
    RCLCPP_INFO(get_logger(), "heard '%s'", message.data.c_str());
    if (++heard_ == 3) {
      rclcpp::shutdown();
    }
  }

  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr subscription_;
  int heard_ = 0;
};

int main(int argc, char* argv[]) {
  rclcpp::init(argc, argv);
  rclcpp::spin(std::make_shared<Listener>());
  return 0;
}
