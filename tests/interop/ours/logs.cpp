// What all nodes say on /rosout, and something to say there.
#include <memory>
#include <string>

#include <rcl_interfaces/msg/log.hpp>

#include "modes.hpp"

namespace interop {

void hear_logs(const Options& options) {
  using rcl_interfaces::msg::Log;
  auto node = make_node(options);
  auto subscription =
      node->create_subscription<Log>("/rosout", rclcpp::RosoutQoS(), [](Log::ConstSharedPtr heard) {
        Event("log").put("node", heard->name).put("level", heard->level).put("text", heard->msg);
      });
  Event("ready");
  spin_and_obey(node, [&](const Words& words) {
    std::string text;
    for (std::size_t i = 1; i < words.size(); ++i) text += (text.empty() ? "" : " ") + words[i];
    RCLCPP_WARN(node->get_logger(), "%s", text.c_str());
  });
}

}  // namespace interop
