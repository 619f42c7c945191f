// An endpoint that the graph shows and nobody reads.
#ifndef GRAPH_PRESENCE_HPP_
#define GRAPH_PRESENCE_HPP_

#include <memory>

#include "ranvier/node/graph_presence.h"
#include "rclcpp/node_interfaces/node_base_interface.hpp"

namespace rclcpp::detail
{

using ranvier::GraphPresence;

/// The time source of a node of ROS 2 subscribes to /parameter_events, where it learns of
/// use_sim_time; ours is told directly.
std::unique_ptr<GraphPresence> show_parameter_events(node_interfaces::NodeBaseInterface & node);

}  // namespace rclcpp::detail
#endif  // GRAPH_PRESENCE_HPP_
