// Types by their names: "std_msgs/msg/String", "std_srvs/srv/Empty".
#ifndef RCLCPP__TYPESUPPORT_HELPERS_HPP_
#define RCLCPP__TYPESUPPORT_HELPERS_HPP_

#include <memory>
#include <string>
#include <tuple>

#include "rclcpp/macros.hpp"
#include "rcpputils/shared_library.hpp"
#include "rcutils/allocator.h"
#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_runtime_cpp/message_type_support_decl.hpp"
#include "rosidl_runtime_cpp/service_type_support_decl.hpp"

namespace rclcpp
{

/// "std_msgs", "msg", "String" of "std_msgs/msg/String"; the middle is empty in "std_msgs/String".
/// @throws std::runtime_error for a name that is none.
RCLCPP_PUBLIC std::tuple<std::string, std::string, std::string> extract_type_identifier(
  const std::string & full_type);

/// Where the library of a package lies that has its types' handles.
/// @param typesupport_identifier  "rosidl_typesupport_cpp", for example.
/// @throws std::runtime_error naming the package and where it was looked for.
RCLCPP_PUBLIC std::string get_typesupport_library_path(
  const std::string & package_name, const std::string & typesupport_identifier);

/// The library of a type's package, found as the ament index has it. It stays in
/// the process also when the result is gone: types are remembered.
/// @param typesupport_identifier  "rosidl_typesupport_cpp", or
///   "rosidl_typesupport_introspection_cpp" for handles that give members.
/// @throws std::runtime_error naming the type, what was tried and the remedy.
RCLCPP_PUBLIC std::shared_ptr<rcpputils::SharedLibrary> get_typesupport_library(
  const std::string & type, const std::string & typesupport_identifier);

/// The handle of a type in the library of its package.
/// @throws std::runtime_error for a name that is none, or that the library has not.
RCLCPP_PUBLIC const rosidl_message_type_support_t * get_message_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);
RCLCPP_PUBLIC const rosidl_service_type_support_t * get_service_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

RCLCPP_PUBLIC const rosidl_action_type_support_t * get_action_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

[[deprecated("Use get_message_typesupport_handle() instead")]]
RCLCPP_PUBLIC const rosidl_message_type_support_t * get_typesupport_handle(
  const std::string & type, const std::string & typesupport_identifier,
  rcpputils::SharedLibrary & library);

}  // namespace rclcpp
#endif  // RCLCPP__TYPESUPPORT_HELPERS_HPP_
