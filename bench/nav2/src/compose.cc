// Manual composition: every node of Nav2 in one process, each with an executor and a thread of
// its own. The command line is theirs: --ros-args --params-file FILE.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "nav2_amcl/amcl_node.hpp"
#include "nav2_behaviors/behavior_server.hpp"
#include "nav2_bt_navigator/bt_navigator.hpp"
#include "nav2_collision_monitor/collision_monitor_node.hpp"
#include "nav2_controller/controller_server.hpp"
#include "nav2_lifecycle_manager/lifecycle_manager.hpp"
#include "nav2_map_server/map_server.hpp"
#include "nav2_planner/planner_server.hpp"
#include "nav2_smoother/nav2_smoother.hpp"
#include "nav2_velocity_smoother/velocity_smoother.hpp"
#include "nav2_waypoint_follower/waypoint_follower.hpp"
#include "nodes.hpp"
#include "rclcpp/rclcpp.hpp"

namespace {

using Base = rclcpp::node_interfaces::NodeBaseInterface::SharedPtr;

struct Held {
  std::shared_ptr<void> node;
  Base base;
};

template <typename NodeT>
Held make(const rclcpp::NodeOptions& options) {
  const auto node = std::make_shared<NodeT>(options);
  return {node, node->get_node_base_interface()};
}

using Maker = std::function<Held(const rclcpp::NodeOptions&)>;

const std::map<std::string, Maker>& makers() {
  static const std::map<std::string, Maker> all = {
      {"nav2_map_server::MapServer", make<nav2_map_server::MapServer>},
      {"nav2_amcl::AmclNode", make<nav2_amcl::AmclNode>},
      {"nav2_lifecycle_manager::LifecycleManager", make<nav2_lifecycle_manager::LifecycleManager>},
      {"nav2_controller::ControllerServer", make<nav2_controller::ControllerServer>},
      {"nav2_smoother::SmootherServer", make<nav2_smoother::SmootherServer>},
      {"nav2_planner::PlannerServer", make<nav2_planner::PlannerServer>},
      {"behavior_server::BehaviorServer", make<behavior_server::BehaviorServer>},
      {"nav2_bt_navigator::BtNavigator", make<nav2_bt_navigator::BtNavigator>},
      {"nav2_waypoint_follower::WaypointFollower", make<nav2_waypoint_follower::WaypointFollower>},
      {"nav2_velocity_smoother::VelocitySmoother", make<nav2_velocity_smoother::VelocitySmoother>},
      {"nav2_collision_monitor::CollisionMonitor", make<nav2_collision_monitor::CollisionMonitor>},
  };
  return all;
}

rclcpp::NodeOptions options_of(const ranvier_nav2::NavNode& node) {
  std::vector<std::string> words{"--ros-args", "-r", std::string("__node:=") + node.name};
  for (const std::string& rule : ranvier_nav2::remappings(node)) {
    words.insert(words.end(), {"-r", rule});
  }
  return rclcpp::NodeOptions().arguments(words);
}

}  // namespace

int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  std::vector<Held> nodes;
  std::vector<std::thread> threads;
  for (const ranvier_nav2::NavNode& each : ranvier_nav2::nodes()) {
    nodes.push_back(makers().at(each.plugin)(options_of(each)));
    threads.emplace_back([base = nodes.back().base] { rclcpp::spin(base); });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  rclcpp::shutdown();
}
