// The text of a type, as a bag keeps it.
#ifndef ROSBAG2_STORAGE__MESSAGE_DEFINITION_HPP_
#define ROSBAG2_STORAGE__MESSAGE_DEFINITION_HPP_

#include <string>

namespace rosbag2_storage
{

/// Threads: as a struct.
struct MessageDefinition
{
  std::string topic_type;  ///< "std_msgs/msg/String"
  std::string encoding;  ///< "ros2msg", "ros2idl", or empty
  std::string encoded_message_definition;  ///< The text of the type and of all that it uses.
  std::string type_hash;  ///< "RIHS01_...", or empty.

  /// For a type whose text nobody knows.
  static MessageDefinition empty_message_definition_for(const std::string & topic_type)
  {
    return {topic_type, "", "", ""};
  }

  bool operator==(const MessageDefinition & other) const
  {
    return topic_type == other.topic_type && encoding == other.encoding &&
           encoded_message_definition == other.encoded_message_definition &&
           type_hash == other.type_hash;
  }
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__MESSAGE_DEFINITION_HPP_
