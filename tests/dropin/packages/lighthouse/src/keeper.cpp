// Loads a lamp into a container if told to, leads it through its states, and says
// what it saw.
#include <chrono>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include "composition_interfaces/srv/load_node.hpp"
#include "lifecycle_msgs/msg/transition.hpp"
#include "lifecycle_msgs/srv/change_state.hpp"
#include "lifecycle_msgs/srv/get_state.hpp"
#include "rclcpp/rclcpp.hpp"
#include "std_msgs/msg/string.hpp"

using lifecycle_msgs::msg::Transition;
using namespace std::chrono_literals;

class Keeper : public rclcpp::Node {
 public:
  Keeper() : Node("keeper") {
    change_state_ = create_client<lifecycle_msgs::srv::ChangeState>("lamp/change_state");
    get_state_ = create_client<lifecycle_msgs::srv::GetState>("lamp/get_state");
    beams_ = create_subscription<std_msgs::msg::String>(
        "beams", 10, [this](const std_msgs::msg::String&) { ++beams_seen_; });
  }

  void load() {
    auto request = std::make_shared<composition_interfaces::srv::LoadNode::Request>();
    request->package_name = "lighthouse";
    request->plugin_name = "lighthouse::Lamp";
    request->parameters = {rclcpp::Parameter("broken", true).to_parameter_msg()};
    auto container = create_client<composition_interfaces::srv::LoadNode>(
        "/ComponentManager/_container/load_node");
    const auto answer = ask(container, request);
    if (!answer->success) throw std::runtime_error(answer->error_message);
  }

  void lead(uint8_t id) {
    auto request = std::make_shared<lifecycle_msgs::srv::ChangeState::Request>();
    request->transition.id = id;
    const bool success = ask(change_state_, request)->success;
    const auto state =
        ask(get_state_, std::make_shared<lifecycle_msgs::srv::GetState::Request>());
    std::cout << (success ? "done" : "refused") << ": " << state->current_state.label << std::endl;
  }

  void watch() {
    while (rclcpp::ok() && beams_seen_ < 3) rclcpp::spin_some(shared_from_this());
    std::cout << "beams seen" << std::endl;
  }

 private:
  template <typename ServiceT>
  typename ServiceT::Response::SharedPtr ask(
      const std::shared_ptr<rclcpp::Client<ServiceT>>& client,
      const typename ServiceT::Request::SharedPtr& request) {
    if (!client->wait_for_service(20s)) throw std::runtime_error("no lamp");
    auto reply = client->async_send_request(request);
    if (rclcpp::spin_until_future_complete(shared_from_this(), reply, 20s) !=
        rclcpp::FutureReturnCode::SUCCESS) {
      throw std::runtime_error("no answer");
    }
    return reply.get();
  }

  int beams_seen_ = 0;
  std::shared_ptr<rclcpp::Client<lifecycle_msgs::srv::ChangeState>> change_state_;
  std::shared_ptr<rclcpp::Client<lifecycle_msgs::srv::GetState>> get_state_;
  std::shared_ptr<rclcpp::Subscription<std_msgs::msg::String>> beams_;
};

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  auto keeper = std::make_shared<Keeper>();
  if (argc > 1 && std::string(argv[1]) == "load") keeper->load();
  keeper->lead(Transition::TRANSITION_ACTIVATE);
  keeper->lead(Transition::TRANSITION_CONFIGURE);
  keeper->lead(Transition::TRANSITION_ACTIVATE);  // broken, and mended by on_error()
  keeper->lead(Transition::TRANSITION_CONFIGURE);
  keeper->lead(Transition::TRANSITION_ACTIVATE);
  keeper->watch();
  keeper->lead(Transition::TRANSITION_DEACTIVATE);
  keeper->lead(Transition::TRANSITION_CLEANUP);
  keeper->lead(Transition::TRANSITION_UNCONFIGURED_SHUTDOWN);
  rclcpp::shutdown();
  return 0;
}
