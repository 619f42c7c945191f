// Texts of types, from the packages that are installed.
#ifndef ROSBAG2_CPP__MESSAGE_DEFINITIONS__LOCAL_MESSAGE_DEFINITION_SOURCE_HPP_
#define ROSBAG2_CPP__MESSAGE_DEFINITIONS__LOCAL_MESSAGE_DEFINITION_SOURCE_HPP_

#include <string>

#include "rosbag2_cpp/visibility_control.hpp"
#include "rosbag2_storage/message_definition.hpp"

namespace rosbag2_cpp
{

/// Threads: all functions from any thread that may read the environment.
class ROSBAG2_CPP_PUBLIC LocalMessageDefinitionSource final
{
public:
  /// The text of a type and of all that it uses, with a warning if there is none.
  /// @param root_type  "std_msgs/msg/String"
  rosbag2_storage::MessageDefinition get_full_text(const std::string & root_type);
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__MESSAGE_DEFINITIONS__LOCAL_MESSAGE_DEFINITION_SOURCE_HPP_
