// What ~/get_type_description answers.
#ifndef TYPE_DESCRIPTIONS_HPP_
#define TYPE_DESCRIPTIONS_HPP_

#include <memory>

#include "rclcpp/detail/known_types.hpp"
#include "rosidl_typesupport_ranvier/type_info.hpp"
#include "type_description_interfaces/msg/type_description.hpp"

namespace rclcpp
{
class ServiceBase;
namespace node_interfaces
{
class NodeBaseInterface;
}

namespace detail
{

/// The fields of a type and of all types in it. Its type hash is that of the
/// description without the default values. Exported for tests.
RCLCPP_PUBLIC type_description_interfaces::msg::TypeDescription describe(
  const rosidl_typesupport_ranvier::TypeInfo & type);
RCLCPP_PUBLIC type_description_interfaces::msg::TypeDescription describe(
  const rosidl_typesupport_ranvier::ServiceTypeInfo & type);
RCLCPP_PUBLIC type_description_interfaces::msg::TypeDescription describe(
  const rosidl_typesupport_ranvier::ActionTypeInfo & type);

/// Serves ~/get_type_description for as long as the result lives. It knows the
/// structure of types, not the text of their interface files: type_sources
/// stays empty.
std::shared_ptr<ServiceBase> serve_type_descriptions(node_interfaces::NodeBaseInterface & node);

}  // namespace detail
}  // namespace rclcpp
#endif  // TYPE_DESCRIPTIONS_HPP_
