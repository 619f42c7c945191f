// Simulated time between stacks: who gives it, and who follows it.
#include <memory>
#include <string>

#include <rosgraph_msgs/msg/clock.hpp>

#include "modes.hpp"

namespace interop {
using rosgraph_msgs::msg::Clock;

void give_time(const Options& options) {
  auto node = make_node(options);
  rclcpp::PublisherOptions with_events;
  with_events.event_callbacks.matched_callback = [](rclcpp::MatchedInfo& info) {
    Event("matched").put("count", static_cast<std::int64_t>(info.current_count));
  };
  auto publisher = node->create_publisher<Clock>("/clock", rclcpp::ClockQoS(), with_events);
  Event("ready");
  spin_and_obey(node, [&](const Words& words) {
    Clock now;
    now.clock = rclcpp::Time(std::stoll(words.at(1)), RCL_ROS_TIME);
    publisher->publish(now);
  });
}

void follow_time(const Options& options) {
  rclcpp::NodeOptions simulated;
  simulated.append_parameter_override("use_sim_time", true);
  auto node = std::make_shared<rclcpp::Node>(options.get("node", "our_follower"),
                                             options.get("namespace", "/"), simulated);
  auto watch = node->get_clock()->create_jump_callback(
      {}, [&](const rcl_time_jump_t&) { Event("time").put("ns", node->now().nanoseconds()); },
      rcl_jump_threshold_t{true, 1, -1});
  Event("ready");
  spin_and_obey(node);
}

}  // namespace interop
