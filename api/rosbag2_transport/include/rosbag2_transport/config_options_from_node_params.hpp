// Options of a recorder and of a player from the parameters of their node.
#ifndef ROSBAG2_TRANSPORT__CONFIG_OPTIONS_FROM_NODE_PARAMS_HPP_
#define ROSBAG2_TRANSPORT__CONFIG_OPTIONS_FROM_NODE_PARAMS_HPP_

#include "rclcpp/node.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_transport/play_options.hpp"
#include "rosbag2_transport/record_options.hpp"
#include "rosbag2_transport/visibility_control.hpp"

namespace rosbag2_transport
{

/// Each declares its parameters, "play.rate" for example, and reads them.
/// @throws std::invalid_argument, std::runtime_error for a value that cannot be; it says which.
ROSBAG2_TRANSPORT_PUBLIC PlayOptions get_play_options_from_node_params(rclcpp::Node & node);
ROSBAG2_TRANSPORT_PUBLIC RecordOptions get_record_options_from_node_params(rclcpp::Node & node);
ROSBAG2_TRANSPORT_PUBLIC rosbag2_storage::StorageOptions
get_storage_options_from_node_params(rclcpp::Node & node);

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__CONFIG_OPTIONS_FROM_NODE_PARAMS_HPP_
