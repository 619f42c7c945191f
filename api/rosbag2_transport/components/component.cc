// The nodes as components.
#include "rclcpp_components/register_node_macro.hpp"
#include "rosbag2_transport/player.hpp"
#include "rosbag2_transport/recorder.hpp"

RCLCPP_COMPONENTS_REGISTER_NODE(rosbag2_transport::Recorder)
RCLCPP_COMPONENTS_REGISTER_NODE(rosbag2_transport::Player)
