// QoS overrides of topics, from a file in YAML. The runtime's own.
#ifndef ROSBAG2_STORAGE__DETAIL__QOS_OVERRIDES_HPP_
#define ROSBAG2_STORAGE__DETAIL__QOS_OVERRIDES_HPP_

#include <string>
#include <unordered_map>

#include "rclcpp/qos.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage::detail
{

/// Topics and their profiles; none for an empty path. Policies that a topic does not name are the
/// default ones; each must name its history or its depth.
/// @throws std::runtime_error naming the file, the line, and what is wrong there.
ROSBAG2_STORAGE_PUBLIC std::unordered_map<std::string, rclcpp::QoS> read_qos_overrides(
  const std::string & path);

}  // namespace rosbag2_storage::detail

#endif  // ROSBAG2_STORAGE__DETAIL__QOS_OVERRIDES_HPP_
