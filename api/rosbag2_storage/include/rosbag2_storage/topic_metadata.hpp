// A topic of a bag.
#ifndef ROSBAG2_STORAGE__TOPIC_METADATA_HPP_
#define ROSBAG2_STORAGE__TOPIC_METADATA_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "rclcpp/qos.hpp"

namespace rosbag2_storage
{

/// Threads: as a struct.
struct TopicMetadata
{
  uint16_t id = 0;  ///< Of whoever fills it; a bag has numbers of its own.
  std::string name;  ///< "/chatter"
  std::string type;  ///< "std_msgs/msg/String"
  std::string serialization_format;  ///< "cdr"
  std::vector<rclcpp::QoS> offered_qos_profiles;  ///< One for each publisher that was seen.
  std::string type_description_hash;  ///< "RIHS01_...", or empty.

  /// Whatever publishers offered.
  bool operator==(const TopicMetadata & other) const
  {
    return id == other.id && name == other.name && type == other.type &&
           serialization_format == other.serialization_format &&
           type_description_hash == other.type_description_hash;
  }
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__TOPIC_METADATA_HPP_
