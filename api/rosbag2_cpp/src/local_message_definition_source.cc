#include "rosbag2_cpp/message_definitions/local_message_definition_source.hpp"

#include "bag/define/definition_text.h"
#include "rclcpp/logging.hpp"

namespace rosbag2_cpp
{

rosbag2_storage::MessageDefinition LocalMessageDefinitionSource::get_full_text(
  const std::string & root_type)
{
  const auto text =
    ranvier::bag::read_definition(root_type, ranvier::bag::interface_folders());
  if (!text) {
    RCLCPP_WARN(
      rclcpp::get_logger("rosbag2_cpp"), "%s. The bag has no definition of it.",
      text.error().what.c_str());
    return {root_type, "unknown", "", ""};
  }
  return {root_type, text->encoding, text->text, ""};
}

}  // namespace rosbag2_cpp
