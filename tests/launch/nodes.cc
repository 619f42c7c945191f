// Components for the tests of launch: one that talks, one that listens, one with a lifecycle.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "std_msgs/msg/string.hpp"

namespace launch_nodes {

using std_msgs::msg::String;

/// Says on "chatter", and in the log, the value of its parameter "words".
class Talker : public rclcpp::Node {
 public:
  explicit Talker(const rclcpp::NodeOptions& options) : Node("talker", options) {
    words_ = declare_parameter("words", std::string("hello"));
    if (words_ == "throw") throw std::runtime_error("a talker that cannot start");
    if (words_ == "abort") std::abort();
    publisher_ = create_publisher<String>("chatter", rclcpp::QoS(1).transient_local());
    timer_ = create_wall_timer(std::chrono::milliseconds(20), [this] {
      String message;
      message.data = words_;
      publisher_->publish(message);
    });
    RCLCPP_INFO(get_logger(), "talks: %s", words_.c_str());
  }

 private:
  std::string words_;
  rclcpp::Publisher<String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

/// Logs the first thing that it hears on "chatter".
class Listener : public rclcpp::Node {
 public:
  explicit Listener(const rclcpp::NodeOptions& options) : Node("listener", options) {
    subscription_ = create_subscription<String>(
        "chatter", rclcpp::QoS(1).transient_local(), [this](const String& message) {
          if (heard_) return;
          heard_ = true;
          RCLCPP_INFO(get_logger(), "heard: %s", message.data.c_str());
        });
  }

 private:
  bool heard_ = false;
  rclcpp::Subscription<String>::SharedPtr subscription_;
};

/// Makes all transitions, and logs that it is active.
class Managed : public rclcpp_lifecycle::LifecycleNode {
 public:
  explicit Managed(const rclcpp::NodeOptions& options) : LifecycleNode("managed", options) {}

  CallbackReturn on_activate(const rclcpp_lifecycle::State&) override {
    RCLCPP_INFO(get_logger(), "is active");
    return CallbackReturn::SUCCESS;
  }
};

}  // namespace launch_nodes

RCLCPP_COMPONENTS_REGISTER_NODE(launch_nodes::Talker)
RCLCPP_COMPONENTS_REGISTER_NODE(launch_nodes::Listener)
RCLCPP_COMPONENTS_REGISTER_NODE(launch_nodes::Managed)
