#include <memory>
#include <stdexcept>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "std_msgs/msg/string.hpp"

namespace orchard_components
{

/// Puts what fell into the basket.
class Picker : public rclcpp::Node
{
public:
  explicit Picker(const rclcpp::NodeOptions & options)
  : Node("picker", options)
  {
    publisher_ = create_publisher<std_msgs::msg::String>("basket", 10);
    auto pick = [this](std_msgs::msg::String::UniquePtr message) {
        message->data = "picked " + message->data;
        publisher_->publish(std::move(message));
      };
    subscription_ = create_subscription<std_msgs::msg::String>("fallen", 10, pick);
  }

private:
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr subscription_;
};

class Scarecrow : public rclcpp::Node
{
public:
  explicit Scarecrow(const rclcpp::NodeOptions & options)
  : Node("scarecrow", options)
  {
    throw std::runtime_error("out of straw");
  }
};

}  // namespace orchard_components

RCLCPP_COMPONENTS_REGISTER_NODE(orchard_components::Picker)
RCLCPP_COMPONENTS_REGISTER_NODE(orchard_components::Scarecrow)
