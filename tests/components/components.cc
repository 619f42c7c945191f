// A library of components, for component_manager_test.
#include "components.h"

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "builtin_interfaces/msg/time.hpp"
#include "composition_interfaces/srv/list_nodes.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_components/register_node_macro.hpp"

namespace zoo {

using builtin_interfaces::msg::Time;
using composition_interfaces::srv::ListNodes;

/// Sends on "out" what it gets on "in", and has one of each thing besides.
class Echo : public rclcpp::Node {
 public:
  explicit Echo(const rclcpp::NodeOptions& options) : Node("echo", options) {
    declare_parameter("add", 0);
    publisher_ = create_publisher<Time>("out", rclcpp::QoS(10).transient_local());
    subscription_ = create_subscription<Time>("in", 10, [this](const Time& message) {
      Time answer;
      answer.sec = message.sec + static_cast<int>(get_parameter("add").as_int());
      publisher_->publish(answer);
    });
    timer_ = create_wall_timer(std::chrono::milliseconds(1), [this] { ++ticks_; });
    service_ = create_service<ListNodes>(
        "~/serve", [](const std::shared_ptr<ListNodes::Request>,
                      std::shared_ptr<ListNodes::Response> reply) { reply->unique_ids = {7}; });
  }

 private:
  rclcpp::Publisher<Time>::SharedPtr publisher_;
  rclcpp::Subscription<Time>::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::Service<ListNodes>::SharedPtr service_;
  int ticks_ = 0;
};

/// Without an endpoint: nothing of it is known to DDS.
class Bare : public rclcpp::Node {
 public:
  explicit Bare(const rclcpp::NodeOptions& options)
      : Node("bare", rclcpp::NodeOptions(options)
                         .enable_rosout(false)
                         .start_parameter_services(false)
                         .start_parameter_event_publisher(false)
                         .append_parameter_override("start_type_description_service", false)
                         .append_parameter_override("use_sim_time", false)) {
    declare_parameter("text", std::string(1000, 'x'));
    group_ = create_callback_group(rclcpp::CallbackGroupType::Reentrant);
    timer_ = create_wall_timer(std::chrono::milliseconds(1), [this] { ++ticks_; }, group_);
  }

 private:
  rclcpp::CallbackGroup::SharedPtr group_;
  rclcpp::TimerBase::SharedPtr timer_;
  int ticks_ = 0;
};

/// Its callback waits for the gate, then uses the node.
class Slow : public rclcpp::Node {
 public:
  explicit Slow(const rclcpp::NodeOptions& options) : Node("slow", options) {
    gate_ = reinterpret_cast<Gate*>(declare_parameter("gate", int64_t{0}));
    const bool reentrant = declare_parameter("reentrant", false);
    group_ = create_callback_group(reentrant ? rclcpp::CallbackGroupType::Reentrant
                                             : rclcpp::CallbackGroupType::MutuallyExclusive);
    timer_ = create_wall_timer(
        std::chrono::milliseconds(1),
        [this] {
          timer_->cancel();
          gate_->entered = true;
          while (!gate_->open) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          text_ += "used";
        },
        group_);
  }
  ~Slow() override { gate_->destroyed = true; }

 private:
  Gate* gate_ = nullptr;
  std::string text_ = "a text that is too long to lie in the object itself, ";
  rclcpp::CallbackGroup::SharedPtr group_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Thrower : public rclcpp::Node {
 public:
  explicit Thrower(const rclcpp::NodeOptions& options) : Node("thrower", options) {
    if (declare_parameter("int", false)) throw 1;
    throw std::runtime_error("no animal");
  }
};

/// No rclcpp::Node, as lifecycle nodes are none.
class Wrapped {
 public:
  explicit Wrapped(const rclcpp::NodeOptions& options)
      : node_(std::make_shared<rclcpp::Node>("wrapped", options)) {}
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() {
    return node_->get_node_base_interface();
  }

 private:
  const rclcpp::Node::SharedPtr node_;
};

/// Of no node, or does not say of which: "gives" is "null", "int" (thrown) or "text" (thrown).
class Homeless {
 public:
  explicit Homeless(const rclcpp::NodeOptions& options) {
    for (const auto& given : options.parameter_overrides()) {
      if (given.get_name() == "gives") gives_ = given.as_string();
    }
  }
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() {
    if (gives_ == "int") throw 1;
    if (gives_ == "text") throw std::runtime_error("no home");
    return nullptr;
  }

 private:
  std::string gives_;
};

/// Shows its base once, and then none.
class Fleeting {
 public:
  explicit Fleeting(const rclcpp::NodeOptions& options)
      : node_(std::make_shared<rclcpp::Node>("fleeting", options)) {}
  rclcpp::node_interfaces::NodeBaseInterface::SharedPtr get_node_base_interface() {
    return std::exchange(shown_, true) ? nullptr : node_->get_node_base_interface();
  }

 private:
  const rclcpp::Node::SharedPtr node_;
  bool shown_ = false;
};

/// A class of the library whose factory is not made by the macro: it gives no node, or is not
/// even made.
class NoNodeFactory : public rclcpp_components::NodeFactory {
  rclcpp_components::NodeInstanceWrapper create_node_instance(const rclcpp::NodeOptions&) override {
    return {};
  }
};
class ThrowingFactory : public NoNodeFactory {
 public:
  ThrowingFactory() { throw 1; }
};

}  // namespace zoo

CLASS_LOADER_REGISTER_CLASS(zoo::NoNodeFactory, rclcpp_components::NodeFactory)
CLASS_LOADER_REGISTER_CLASS(zoo::ThrowingFactory, rclcpp_components::NodeFactory)
RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Homeless)
RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Fleeting)
RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Echo)
RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Bare)
RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Slow)
RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Thrower)
RCLCPP_COMPONENTS_REGISTER_NODE(zoo::Wrapped)
