// Does once what each kind of event tells of, within one process, and ends.
#include <example_interfaces/action/fibonacci.hpp>
#include <example_interfaces/srv/add_two_ints.hpp>
#include <ranvier_tracing/event.hpp>
#include <rclcpp/rclcpp.hpp>
#include <rclcpp_action/rclcpp_action.hpp>
#include <std_msgs/msg/string.hpp>

#include <memory>

using example_interfaces::action::Fibonacci;
using example_interfaces::srv::AddTwoInts;
using std_msgs::msg::String;
using namespace std::chrono_literals;
using GoalHandle = rclcpp_action::ServerGoalHandle<Fibonacci>;

namespace {

// Three messages into a queue of one: two are pushed out.
void drop_two(const rclcpp::Node::SharedPtr& node) {
  bool heard = false;
  auto subscription = node->create_subscription<String>("narrow", rclcpp::QoS(1),
                                                        [&heard](const String&) { heard = true; });
  auto publisher = node->create_publisher<String>("narrow", rclcpp::QoS(1));
  for (int i = 0; i < 3; ++i) {
    publisher->publish(String());
  }
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  while (!heard) {
    executor.spin_once();
  }
}

void call_service(const rclcpp::Node::SharedPtr& node) {
  auto server = node->create_service<AddTwoInts>(
      "add", [](const AddTwoInts::Request::SharedPtr request,
                AddTwoInts::Response::SharedPtr answer) { answer->sum = request->a + request->b; });
  auto client = node->create_client<AddTwoInts>("add");
  auto reply = client->async_send_request(std::make_shared<AddTwoInts::Request>());
  rclcpp::spin_until_future_complete(node, reply);
}

void reach_goal(const rclcpp::Node::SharedPtr& node) {
  std::shared_ptr<GoalHandle> accepted;
  auto server = rclcpp_action::create_server<Fibonacci>(
      node, "count",
      [](const rclcpp_action::GoalUUID&, std::shared_ptr<const Fibonacci::Goal>) {
        return rclcpp_action::GoalResponse::ACCEPT_AND_EXECUTE;
      },
      [](std::shared_ptr<GoalHandle>) { return rclcpp_action::CancelResponse::ACCEPT; },
      [&accepted](std::shared_ptr<GoalHandle> goal) { accepted = goal; });
  auto client = rclcpp_action::create_client<Fibonacci>(node, "count");
  client->wait_for_action_server();
  auto sent = client->async_send_goal(Fibonacci::Goal());
  rclcpp::spin_until_future_complete(node, sent);
  auto result = client->async_get_result(sent.get());
  accepted->succeed(std::make_shared<Fibonacci::Result>());
  rclcpp::spin_until_future_complete(node, result);
}

void tick(const rclcpp::Node::SharedPtr& node) {
  bool ticked = false;
  auto timer = node->create_wall_timer(1ms, [&ticked] { ticked = true; });
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  while (!ticked) {
    executor.spin_once();
  }
}

}  // namespace

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  {
    auto node = std::make_shared<rclcpp::Node>("everything", "/all");
    node->declare_parameter("speed", 1.5);
    node->set_parameter(rclcpp::Parameter("speed", 2.5));
    drop_two(node);
    call_service(node);
    reach_goal(node);
    tick(node);
    RANVIER_TRACING_EVENT("the end is near", -7);
  }
  rclcpp::shutdown();
}
