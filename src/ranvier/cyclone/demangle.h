// DDS names back to ROS names.
#pragma once

#include <optional>
#include <string>

namespace ranvier::cyclone {

/// What a DDS topic is to ROS.
struct RosTopic {
  enum class Kind { kTopic, kRequest, kReply } kind;
  std::string name;  ///< "/a/b"
};

/// "rt/a/b", "rq/a/bRequest", "rr/a/bReply"; none for a topic that is not ROS's.
std::optional<RosTopic> ros_topic(const std::string& dds_topic);

/// "std_msgs::msg::dds_::String_" gives "std_msgs/msg/String", the request and
/// the response of a service give the service; other names stay as they are.
std::string ros_type(const std::string& dds_type, RosTopic::Kind kind);

}  // namespace ranvier::cyclone
