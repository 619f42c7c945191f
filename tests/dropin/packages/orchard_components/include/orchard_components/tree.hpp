#ifndef ORCHARD_COMPONENTS__TREE_HPP_
#define ORCHARD_COMPONENTS__TREE_HPP_

#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

namespace orchard_components
{

/// Drops a fruit at every period.
class Tree : public rclcpp::Node
{
public:
  explicit Tree(const rclcpp::NodeOptions & options);

private:
  void drop();

  size_t count_ = 0;
  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace orchard_components
#endif  // ORCHARD_COMPONENTS__TREE_HPP_
