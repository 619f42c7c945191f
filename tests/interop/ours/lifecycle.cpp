// A managed node for peers to lead, and a manager of a peer's node.
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include <lifecycle_msgs/srv/change_state.hpp>
#include <lifecycle_msgs/srv/get_state.hpp>
#include <rclcpp_lifecycle/lifecycle_node.hpp>

#include "modes.hpp"

namespace interop {
using lifecycle_msgs::srv::ChangeState;
using lifecycle_msgs::srv::GetState;

void hold_managed_node(const Options& options) {
  auto node = std::make_shared<rclcpp_lifecycle::LifecycleNode>(options.get("node", "our_peer"),
                                                                options.get("namespace", "/"));
  std::size_t known = 0;
  auto watch = node->create_wall_timer(std::chrono::milliseconds(5), [&] {
    const auto clients = node->count_clients("~/change_state") + node->count_clients("~/get_state");
    if (std::exchange(known, clients) == clients) return;
    Event("matched").put("count", static_cast<std::int64_t>(clients));
  });
  Event("ready");
  spin_and_obey(node->get_node_base_interface());
}

namespace {
void change(rclcpp::Client<ChangeState>& client, const std::string& transition) {
  auto request = std::make_shared<ChangeState::Request>();
  const bool number = transition.find_first_not_of("0123456789") == std::string::npos;
  if (number) {
    request->transition.id = static_cast<std::uint8_t>(std::stoi(transition));
  } else {
    request->transition.label = transition;
  }
  client.async_send_request(request, [](rclcpp::Client<ChangeState>::SharedFuture reply) {
    Event("reply").put_json("value", reply.get()->success ? "true" : "false");
  });
}

void look(rclcpp::Client<GetState>& client) {
  client.async_send_request(
      std::make_shared<GetState::Request>(), [](rclcpp::Client<GetState>::SharedFuture reply) {
        const auto state = reply.get()->current_state;
        Event("reply").put_json("value",
                                "[" + std::to_string(state.id) + ", " + quoted(state.label) + "]");
      });
}
}  // namespace

void manage(const Options& options) {
  auto node = make_node(options);
  const auto name = options.get("service", "/managed");
  auto changes = node->create_client<ChangeState>(name + "/change_state");
  auto states = node->create_client<GetState>(name + "/get_state");
  bool there = false;
  auto timer = node->create_wall_timer(std::chrono::milliseconds(5), [&] {
    if (there == (changes->service_is_ready() && states->service_is_ready())) return;
    there = !there;
    Event("service").put_json("there", there ? "true" : "false");
  });
  Event("ready");
  spin_and_obey(node->get_node_base_interface(), [&](const Words& words) {
    if (words.size() > 1) return change(*changes, words[1]);
    look(*states);
  });
}

}  // namespace interop
