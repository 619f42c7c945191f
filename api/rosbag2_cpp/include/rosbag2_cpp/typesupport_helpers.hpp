// The libraries of types by their names, as rclcpp finds them.
#ifndef ROSBAG2_CPP__TYPESUPPORT_HELPERS_HPP_
#define ROSBAG2_CPP__TYPESUPPORT_HELPERS_HPP_

#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>

#include "rclcpp/typesupport_helpers.hpp"

namespace rosbag2_cpp
{

// Threads: any. What is wrong they throw as std::runtime_error.
using rclcpp::extract_type_identifier;
using rclcpp::get_typesupport_library;
using rclcpp::get_typesupport_library_path;

/// As rclcpp::get_message_typesupport_handle().
inline const rosidl_message_type_support_t * get_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  std::shared_ptr<rcpputils::SharedLibrary> library)
{
  if (!library) {
    throw std::runtime_error(
            "Type '" + type + "': no library is given. Ask get_typesupport_library() for it.");
  }
  return rclcpp::get_message_typesupport_handle(type, typesupport_identifier, *library);
}

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__TYPESUPPORT_HELPERS_HPP_
