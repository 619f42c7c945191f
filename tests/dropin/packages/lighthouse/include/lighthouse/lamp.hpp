// A lamp that sends beams while it is active.
#ifndef LIGHTHOUSE__LAMP_HPP_
#define LIGHTHOUSE__LAMP_HPP_

#include <memory>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rclcpp_lifecycle/lifecycle_publisher.hpp"
#include "std_msgs/msg/string.hpp"

namespace lighthouse {

class Lamp : public rclcpp_lifecycle::LifecycleNode {
 public:
  using CallbackReturn =
      rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;

  explicit Lamp(const rclcpp::NodeOptions& options);

  CallbackReturn on_configure(const rclcpp_lifecycle::State& state) override;
  CallbackReturn on_activate(const rclcpp_lifecycle::State& state) override;
  CallbackReturn on_deactivate(const rclcpp_lifecycle::State& state) override;
  CallbackReturn on_cleanup(const rclcpp_lifecycle::State& state) override;
  CallbackReturn on_shutdown(const rclcpp_lifecycle::State& state) override;
  CallbackReturn on_error(const rclcpp_lifecycle::State& state) override;

 private:
  void turn();

  int turns_ = 0;
  rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::String>::SharedPtr beams_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace lighthouse

#endif  // LIGHTHOUSE__LAMP_HPP_
