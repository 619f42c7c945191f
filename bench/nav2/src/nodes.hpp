// The nodes of Nav2 that the bench runs, and what each is given on its command line.
#ifndef NODES_HPP_
#define NODES_HPP_

#include <string>
#include <vector>

namespace ranvier_nav2 {

struct NavNode {
  const char* package;
  const char* program;  ///< that has it alone
  const char* plugin;
  const char* name;
  bool commands = false;  ///< its velocities go to the velocity smoother, not to the robot
};

/// In the order in which Nav2's own bring-up starts them.
inline const std::vector<NavNode>& nodes() {
  static const std::vector<NavNode> all = {
      {"nav2_map_server", "map_server", "nav2_map_server::MapServer", "map_server"},
      {"nav2_amcl", "amcl", "nav2_amcl::AmclNode", "amcl"},
      {"nav2_lifecycle_manager", "lifecycle_manager", "nav2_lifecycle_manager::LifecycleManager",
       "lifecycle_manager_localization"},
      {"nav2_controller", "controller_server", "nav2_controller::ControllerServer",
       "controller_server", true},
      {"nav2_smoother", "smoother_server", "nav2_smoother::SmootherServer", "smoother_server"},
      {"nav2_planner", "planner_server", "nav2_planner::PlannerServer", "planner_server"},
      {"nav2_behaviors", "behavior_server", "behavior_server::BehaviorServer", "behavior_server",
       true},
      {"nav2_bt_navigator", "bt_navigator", "nav2_bt_navigator::BtNavigator", "bt_navigator"},
      {"nav2_waypoint_follower", "waypoint_follower", "nav2_waypoint_follower::WaypointFollower",
       "waypoint_follower"},
      {"nav2_velocity_smoother", "velocity_smoother", "nav2_velocity_smoother::VelocitySmoother",
       "velocity_smoother", true},
      {"nav2_collision_monitor", "collision_monitor", "nav2_collision_monitor::CollisionMonitor",
       "collision_monitor"},
      {"nav2_lifecycle_manager", "lifecycle_manager", "nav2_lifecycle_manager::LifecycleManager",
       "lifecycle_manager_navigation"},
  };
  return all;
}

/// Rules that the node needs wherever it runs.
inline std::vector<std::string> remappings(const NavNode& node) {
  if (!node.commands) {
    return {};
  }
  return {"cmd_vel:=cmd_vel_nav"};
}

}  // namespace ranvier_nav2
#endif  // NODES_HPP_
