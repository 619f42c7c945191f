// What tests of managed nodes share.
#ifndef MANAGED_HPP_
#define MANAGED_HPP_

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <vector>

#include "lifecycle_msgs/msg/state.hpp"
#include "lifecycle_msgs/msg/transition.hpp"
#include "lifecycle_msgs/msg/transition_event.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "running.hpp"

namespace managed {

using rclcpp_lifecycle::LifecycleNode;
using rclcpp_lifecycle::State;
using Return = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;
using StateMsg = lifecycle_msgs::msg::State;
using TransitionMsg = lifecycle_msgs::msg::Transition;
using Event = lifecycle_msgs::msg::TransitionEvent;

/// A node with few endpoints, for tests that make many.
inline rclcpp::NodeOptions small() {
  return rclcpp::NodeOptions()
      .start_parameter_services(false)
      .start_parameter_event_publisher(false)
      .enable_rosout(false);
}

inline std::string step(const Event& event) {
  return event.start_state.label + ">" + event.goal_state.label;
}

/// A node, and what it tells of its transitions.
class Managed : public Running {
 protected:
  std::shared_ptr<LifecycleNode> managed(const std::string& name,
                                         const rclcpp::NodeOptions& options = small(),
                                         bool services = false) {
    auto made = std::make_shared<LifecycleNode>(name, options, services);
    executor_->add_node(made->get_node_base_interface());
    return made;
  }
  /// Collects events from now on.
  void listen(LifecycleNode& node) {
    events_ =
        node.create_subscription<Event>("~/transition_event", rclcpp::QoS(100000),
                                        [this](const Event& event) { told_.push_back(event); });
  }
  std::vector<std::string> told_steps() {
    std::vector<std::string> steps;
    for (const Event& event : told_) steps.push_back(step(event));
    return steps;
  }

  std::vector<Event> told_;
  rclcpp::Subscription<Event>::SharedPtr events_;
};

/// What is written to the log meanwhile.
template <class Body>
std::string log_of(const Body& body) {
  testing::internal::CaptureStderr();
  body();
  return testing::internal::GetCapturedStderr();
}

}  // namespace managed

#endif  // MANAGED_HPP_
