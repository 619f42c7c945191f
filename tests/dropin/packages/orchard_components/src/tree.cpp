#include "orchard_components/tree.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>

using namespace std::chrono_literals;

namespace orchard_components
{

Tree::Tree(const rclcpp::NodeOptions & options)
: Node("tree", options)
{
  declare_parameter<std::string>("fruit", "apple");
  publisher_ = create_publisher<std_msgs::msg::String>("fallen", 10);
  timer_ = create_wall_timer(20ms, std::bind(&Tree::drop, this));
}

void Tree::drop()
{
  auto message = std::make_unique<std_msgs::msg::String>();
  message->data = get_parameter("fruit").as_string() + " " + std::to_string(++count_);
  publisher_->publish(std::move(message));
}

}  // namespace orchard_components

#include "rclcpp_components/register_node_macro.hpp"

RCLCPP_COMPONENTS_REGISTER_NODE(orchard_components::Tree)
