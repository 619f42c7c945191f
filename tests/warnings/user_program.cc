// What users write, compiled with the warnings that their stacks ask for, as errors, with
// the headers of the prefix as the user's own: what is said of a header is a fault of it.
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "example_interfaces/action/fibonacci.hpp"
#include "example_interfaces/srv/add_two_ints.hpp"
#include "nav_msgs/msg/odometry.hpp"
#include "pluginlib/class_loader.hpp"
#include "rclcpp/rclcpp.hpp"
#include "rclcpp_action/rclcpp_action.hpp"
#include "rclcpp_components/register_node_macro.hpp"
#include "rclcpp_lifecycle/lifecycle_node.hpp"
#include "rcpputils/scope_exit.hpp"
#include "rcutils/logging_macros.h"
#include "std_msgs/msg/string.hpp"

namespace user {

using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;

class Talker : public rclcpp::Node {
 public:
  explicit Talker(const rclcpp::NodeOptions& options) : Node("talker", options) {
    declare_parameter("period", 0.5);
    declare_parameter<std::vector<int64_t>>("sizes", std::vector<int64_t>{1, 2});
    double period = declare_parameter<double>("other", 1.0);
    period += get_parameter("period").as_double();
    int depth;
    get_parameter("depth", depth);  // not set if there is none: the user's own affair
    float scale = 0;
    get_parameter_or("scale", scale, 1.0f);
    rclcpp::PublisherOptions publisher_options;
    publisher_options.event_callbacks.matched_callback = [](rclcpp::MatchedInfo&) {};
    publisher_ = create_publisher<std_msgs::msg::String>(
        "chatter", rclcpp::QoS(static_cast<std::size_t>(depth)).reliable(), publisher_options);
    timer_ = create_wall_timer(std::chrono::duration<double>(period), [this] { publish(); });
    on_set_ = add_on_set_parameters_callback([](const std::vector<rclcpp::Parameter>&) {
      rcl_interfaces::msg::SetParametersResult result;
      result.successful = true;
      return result;
    });
    subscription_ = create_subscription<nav_msgs::msg::Odometry>(
        "odometry", rclcpp::SensorDataQoS(),
        [this](nav_msgs::msg::Odometry::ConstSharedPtr odometry) { on_odometry(*odometry); });
    unique_ = create_subscription<std_msgs::msg::String>(
        "chatter", 10, std::bind(&Talker::on_string, this, std::placeholders::_1));
  }

 private:
  void publish() {
    auto message = std::make_unique<std_msgs::msg::String>();
    message->data = "Hello, world! " + std::to_string(count_++);
    RCLCPP_INFO(get_logger(), "Publishing: '%s'", message->data.c_str());
    RCLCPP_DEBUG_STREAM_THROTTLE(get_logger(), *get_clock(), 1000, "sent " << count_);
    RCLCPP_WARN_SKIPFIRST_THROTTLE(get_logger(), *get_clock(),
                                   rclcpp::Duration(1, 0).seconds() * 1e3, "sent %zu", count_);
    RCUTILS_LOG_WARN_THROTTLE(RCUTILS_STEADY_TIME, 2.5e3, "sent %zu", count_);
    const auto counts = [this] { return publisher_; };
    RCLCPP_INFO_FUNCTION(get_logger(), &counts, "sent %zu", count_);
    RCLCPP_INFO_EXPRESSION(get_logger(), publisher_, "sent %zu", count_);
    publisher_->publish(std::move(message));
  }
  void on_odometry(const nav_msgs::msg::Odometry& odometry) {
    const rclcpp::Time stamp(odometry.header.stamp);
    RCLCPP_WARN_EXPRESSION(get_logger(), now() - stamp > rclcpp::Duration::from_seconds(0.5),
                           "late: %f", (now() - stamp).seconds());
  }
  void on_string(std_msgs::msg::String::UniquePtr text) { last_ = std::move(text->data); }

  rclcpp::Publisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::Subscription<nav_msgs::msg::Odometry>::SharedPtr subscription_;
  rclcpp::Subscription<std_msgs::msg::String>::SharedPtr unique_;
  rclcpp::TimerBase::SharedPtr timer_;
  rclcpp::node_interfaces::OnSetParametersCallbackHandle::SharedPtr on_set_;
  std::size_t count_ = 0;
  std::string last_;
};

class Server : public rclcpp_lifecycle::LifecycleNode {
  using GoalHandle = rclcpp_action::ServerGoalHandle<Fibonacci>;

 public:
  Server() : LifecycleNode("server") {
    service_ =
        create_service<AddTwoInts>("add", [](const std::shared_ptr<AddTwoInts::Request> request,
                                             std::shared_ptr<AddTwoInts::Response> response) {
          response->sum = request->a + request->b;
        });
    action_ = rclcpp_action::create_server<Fibonacci>(
        this, "fibonacci",
        [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
          return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
        },
        [](std::shared_ptr<GoalHandle>) { return rclcpp_action::CancelResponse::ACCEPT; },
        [](std::shared_ptr<GoalHandle> handle) {
          auto result = std::make_shared<Fibonacci::Result>();
          result->sequence.push_back(handle->get_goal()->order);
          handle->succeed(result);
        });
  }

  CallbackReturn on_configure(const rclcpp_lifecycle::State&) override {
    publisher_ = create_publisher<std_msgs::msg::String>("state", 1);
    return CallbackReturn::SUCCESS;
  }
  CallbackReturn on_activate(const rclcpp_lifecycle::State& state) override {
    publisher_->on_activate();
    return LifecycleNode::on_activate(state);
  }

 private:
  rclcpp_lifecycle::LifecyclePublisher<std_msgs::msg::String>::SharedPtr publisher_;
  rclcpp::Service<AddTwoInts>::SharedPtr service_;
  rclcpp_action::Server<Fibonacci>::SharedPtr action_;
};

int64_t ask(const rclcpp::Node::SharedPtr& node) {
  const rclcpp::Logger unused = node->get_logger();
  auto client = node->create_client<AddTwoInts>("add");
  auto request = std::make_shared<AddTwoInts::Request>();
  request->a = 1;
  auto future = client->async_send_request(request);
  if (rclcpp::spin_until_future_complete(node, future, std::chrono::seconds(1)) !=
      rclcpp::FutureReturnCode::SUCCESS) {
    return 0;
  }
  auto actions = rclcpp_action::create_client<Fibonacci>(node, "fibonacci");
  rclcpp_action::Client<Fibonacci>::SendGoalOptions options;
  options.result_callback = [](const rclcpp_action::ClientGoalHandle<Fibonacci>::WrappedResult&) {};
  auto goal = actions->async_send_goal(Fibonacci::Goal(), options);
  if (actions->wait_for_action_server(std::chrono::milliseconds(1)) && goal.valid()) goal.get();
  return future.get()->sum;
}

}  // namespace user

RCLCPP_COMPONENTS_REGISTER_NODE(user::Talker)

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  RCPPUTILS_SCOPE_EXIT(rclcpp::shutdown(););
  RCUTILS_LOG_INFO_NAMED("main", "%d arguments", argc);
  rclcpp::NodeOptions options;
  options.parameter_overrides().emplace_back("depth", 10);
  auto talker = std::make_shared<user::Talker>(options);
  auto server = std::make_shared<user::Server>();
  rclcpp::executors::MultiThreadedExecutor executor(rclcpp::ExecutorOptions(), 2);
  executor.add_node(talker);
  executor.add_node(server->get_node_base_interface());
  executor.spin_some();
  return static_cast<int>(user::ask(talker));
}
