#include "lighthouse/lamp.hpp"

#include <chrono>
#include <stdexcept>
#include <string>

#include "lifecycle_msgs/msg/state.hpp"

namespace lighthouse {

using lifecycle_msgs::msg::State;
using namespace std::chrono_literals;

Lamp::Lamp(const rclcpp::NodeOptions& options)
    : rclcpp_lifecycle::LifecycleNode("lamp", options) {
  declare_parameter("period_ms", 5);
  declare_parameter("broken", false);
}

Lamp::CallbackReturn Lamp::on_configure(const rclcpp_lifecycle::State&) {
  beams_ = create_publisher<std_msgs::msg::String>("beams", rclcpp::QoS(10));
  timer_ = create_wall_timer(std::chrono::milliseconds(get_parameter("period_ms").as_int()),
                             [this] { turn(); });
  return CallbackReturn::SUCCESS;
}

Lamp::CallbackReturn Lamp::on_activate(const rclcpp_lifecycle::State& state) {
  if (get_parameter("broken").as_bool()) throw std::runtime_error("the bulb is broken");
  RCLCPP_INFO(get_logger(), "lit, after '%s'", state.label().c_str());
  return LifecycleNode::on_activate(state);
}

Lamp::CallbackReturn Lamp::on_deactivate(const rclcpp_lifecycle::State& state) {
  return LifecycleNode::on_deactivate(state);
}

Lamp::CallbackReturn Lamp::on_cleanup(const rclcpp_lifecycle::State&) {
  timer_.reset();
  beams_.reset();
  return CallbackReturn::SUCCESS;
}

Lamp::CallbackReturn Lamp::on_shutdown(const rclcpp_lifecycle::State& state) {
  return on_cleanup(state);
}

Lamp::CallbackReturn Lamp::on_error(const rclcpp_lifecycle::State& state) {
  set_parameter(rclcpp::Parameter("broken", false));
  return on_cleanup(state);
}

void Lamp::turn() {
  if (get_current_state().id() != State::PRIMARY_STATE_ACTIVE || !beams_->is_activated()) return;
  auto message = std::make_unique<std_msgs::msg::String>();
  message->data = "beam " + std::to_string(turns_++);
  beams_->publish(std::move(message));
}

}  // namespace lighthouse

#include "rclcpp_components/register_node_macro.hpp"

RCLCPP_COMPONENTS_REGISTER_NODE(lighthouse::Lamp)
