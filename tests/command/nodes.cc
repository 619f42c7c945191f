#include "nodes.h"

#include <cmath>
#include <limits>

#include "example_interfaces/srv/add_two_ints.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "std_msgs/msg/string.hpp"

namespace command_graph {
namespace {

using AddTwoInts = example_interfaces::srv::AddTwoInts;
using Callback = rclcpp_lifecycle::node_interfaces::LifecycleNodeInterface::CallbackReturn;
using std_msgs::msg::String;

class Talker final : public rclcpp::Node {
 public:
  Talker(const rclcpp::NodeOptions& options, std::chrono::milliseconds period)
      : Node("talker", options) {
    publisher_ = create_publisher<String>("chatter", rclcpp::QoS(7));
    timer_ = create_wall_timer(period, [this] {
      String message;
      message.data = "Hello World: " + std::to_string(++count_);
      RCLCPP_INFO(get_logger(), "Publishing: '%s'", message.data.c_str());
      publisher_->publish(message);
    });
  }

 private:
  std::size_t count_ = 0;
  rclcpp::Publisher<String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Listener final : public rclcpp::Node {
 public:
  explicit Listener(const rclcpp::NodeOptions& options) : Node("listener", options) {
    subscription_ = create_subscription<String>("chatter", 10, [](String::ConstSharedPtr) {});
  }

 private:
  rclcpp::Subscription<String>::SharedPtr subscription_;
};

rcl_service_introspection_state_t introspection_of(const std::string& word) {
  if (word == "metadata") return RCL_SERVICE_INTROSPECTION_METADATA;
  if (word == "contents") return RCL_SERVICE_INTROSPECTION_CONTENTS;
  return RCL_SERVICE_INTROSPECTION_OFF;
}

// What the parameter says holds from the moment in which it is set.
template <class Configure>
rclcpp::node_interfaces::PostSetParametersCallbackHandle::SharedPtr follow(rclcpp::Node& node,
                                                                           const std::string& name,
                                                                           Configure configure) {
  node.declare_parameter(name, "disabled");
  return node.add_post_set_parameters_callback(
      [name, configure](const std::vector<rclcpp::Parameter>& all) {
        for (const rclcpp::Parameter& one : all) {
          if (one.get_name() == name) configure(introspection_of(one.as_string()));
        }
      });
}

using Adding = rclcpp::Service<AddTwoInts>::SharedPtr;

Adding serve(rclcpp::Node& node, const std::string& name) {
  return node.create_service<AddTwoInts>(
      name, [](AddTwoInts::Request::SharedPtr in, AddTwoInts::Response::SharedPtr out) {
        out->sum = in->a + in->b;
      });
}

class Adder final : public rclcpp::Node {
 public:
  explicit Adder(const std::string& name) : Node(name) {
    declare_parameter("one_shot", false);
    service_ = serve(*this, "add_two_ints");
  }

 private:
  Adding service_;
};

class Introspected final : public rclcpp::Node {
 public:
  Introspected() : Node("introspection_service") {
    service_ = serve(*this, "intro_add");
    following_ = follow(*this, "service_configure_introspection", [this](auto state) {
      service_->configure_introspection(get_clock(), rclcpp::SystemDefaultsQoS(), state);
    });
  }

 private:
  Adding service_;
  rclcpp::node_interfaces::PostSetParametersCallbackHandle::SharedPtr following_;
};

class Caller final : public rclcpp::Node {
 public:
  explicit Caller(const rclcpp::NodeOptions& options) : Node("introspection_client", options) {
    client_ = create_client<AddTwoInts>("add_two_ints");
    following_ = follow(*this, "client_configure_introspection", [this](auto state) {
      client_->configure_introspection(get_clock(), rclcpp::SystemDefaultsQoS(), state);
    });
    timer_ = create_wall_timer(std::chrono::milliseconds(500), [this] {
      if (!client_->service_is_ready()) return;
      auto request = std::make_shared<AddTwoInts::Request>();
      request->a = 2;
      request->b = 3;
      client_->async_send_request(request, [](rclcpp::Client<AddTwoInts>::SharedFuture) {});
    });
  }

 private:
  rclcpp::Client<AddTwoInts>::SharedPtr client_;
  rclcpp::node_interfaces::PostSetParametersCallbackHandle::SharedPtr following_;
  rclcpp::TimerBase::SharedPtr timer_;
};

class Managed final : public rclcpp_lifecycle::LifecycleNode {
 public:
  Managed() : LifecycleNode("lc_talker") {}

 private:
  Callback on_configure(const rclcpp_lifecycle::State&) override {
    publisher_ = create_publisher<String>("lifecycle_chatter", 10);
    timer_ = create_wall_timer(std::chrono::milliseconds(100), [this] {
      String message;
      message.data = "Lifecycle HelloWorld #" + std::to_string(++count_);
      publisher_->publish(message);
    });
    return Callback::SUCCESS;
  }
  Callback on_cleanup(const rclcpp_lifecycle::State&) override { return release(); }
  Callback on_shutdown(const rclcpp_lifecycle::State&) override { return release(); }
  Callback release() {
    timer_.reset();
    publisher_.reset();
    return Callback::SUCCESS;
  }

  std::size_t count_ = 0;
  rclcpp_lifecycle::LifecyclePublisher<String>::SharedPtr publisher_;
  rclcpp::TimerBase::SharedPtr timer_;
};

void declare_ranges(rclcpp::Node& node) {
  rcl_interfaces::msg::ParameterDescriptor whole;
  whole.description = "an integer";
  whole.additional_constraints = "even or odd";
  whole.integer_range.resize(1);
  whole.integer_range[0].to_value = 100;
  whole.integer_range[0].step = 1;
  node.declare_parameter("i", 1, whole);
  rcl_interfaces::msg::ParameterDescriptor real;
  real.floating_point_range.resize(1);
  real.floating_point_range[0].to_value = 10;
  node.declare_parameter("d", 1.5, real);
}

}  // namespace

std::shared_ptr<rclcpp::Node> make_talker(const rclcpp::NodeOptions& options,
                                          std::chrono::milliseconds period) {
  return std::make_shared<Talker>(options, period);
}

std::shared_ptr<rclcpp::Node> make_listener(const rclcpp::NodeOptions& options) {
  return std::make_shared<Listener>(options);
}

std::shared_ptr<rclcpp::Node> make_adder(const std::string& name) {
  return std::make_shared<Adder>(name);
}

std::shared_ptr<rclcpp::Node> make_introspected() { return std::make_shared<Introspected>(); }

std::shared_ptr<rclcpp::Node> make_caller(const rclcpp::NodeOptions& options) {
  return std::make_shared<Caller>(options);
}

std::shared_ptr<rclcpp::node_interfaces::NodeBaseInterface> make_managed() {
  static auto managed = std::make_shared<Managed>();
  return managed->get_node_base_interface();
}

std::shared_ptr<rclcpp::Node> make_parameters() {
  auto node = std::make_shared<rclcpp::Node>("xparam_node");
  declare_ranges(*node);
  node->declare_parameter("s", "text");
  node->declare_parameter("b", true);
  node->declare_parameter("ba", std::vector<bool>{true});
  node->declare_parameter("ia", std::vector<std::int64_t>{1});
  node->declare_parameter("da", std::vector<double>{1});
  node->declare_parameter("sa", std::vector<std::string>{"x"});
  node->declare_parameter("by", std::vector<std::uint8_t>{9});
  rcl_interfaces::msg::ParameterDescriptor constant;
  constant.read_only = true;
  node->declare_parameter("ro", 2, constant);
  rcl_interfaces::msg::ParameterDescriptor dynamic;
  dynamic.dynamic_typing = true;
  node->declare_parameter("dyn", rclcpp::ParameterValue(1), dynamic);
  node->declare_parameter("a.b.c", 1);
  node->declare_parameter("a.d", 2);
  return node;
}

std::shared_ptr<rclcpp::Node> make_valued(const std::string& name, bool plain) {
  auto node = std::make_shared<rclcpp::Node>(name);
  const auto declare = [&](const char* parameter, auto value) {
    node->declare_parameter(parameter, plain ? decltype(value){} : value);
  };
  using Strings = std::vector<std::string>;
  declare("text.digits", std::string("0123"));
  declare("text.hash", std::string("before # after"));
  declare("text.lines", std::string("one\ntwo\n"));
  declare("text.words", Strings{"1e3", "y", "null", "~", "", "a: b"});
  declare("double.tiny", std::numeric_limits<double>::denorm_min());
  declare("double.small", 5e-06);
  declare("double.all", std::vector<double>{std::nan(""), -HUGE_VAL, 1});
  declare("bytes", std::vector<std::uint8_t>{0, 9, 255});
  declare("empty", Strings());
  rcl_interfaces::msg::ParameterDescriptor dynamic;
  dynamic.dynamic_typing = true;
  node->declare_parameter("unset", rclcpp::ParameterValue(), dynamic);
  return node;
}

std::shared_ptr<rclcpp::Node> make_blackboard() {
  rclcpp::NodeOptions options;
  options.allow_undeclared_parameters(true);
  options.automatically_declare_parameters_from_overrides(true);
  options.parameter_overrides({{"a_bool", true},
                               {"an_int", 42},
                               {"a_double", 2.5},
                               {"a_string", "hello"},
                               {"empty_string", ""},
                               {"number_like_string", "7"},
                               {"bool_array", std::vector<bool>{true, false}},
                               {"int_array", std::vector<std::int64_t>{1, 2, 3}},
                               {"double_array", std::vector<double>{1.0, 2.5}},
                               {"string_array", std::vector<std::string>{"one", "two words", "3"}},
                               {"nested.inner", 1},
                               {"nested.deeper.leaf", "text"}});
  return std::make_shared<rclcpp::Node>("parameter_blackboard", options);
}

}  // namespace command_graph
