// Types that are made at run time: as much of them as ROS 2 has with a middleware that
// cannot serialize them, as the one here.
#ifndef RCLCPP__DYNAMIC_TYPESUPPORT__DYNAMIC_SERIALIZATION_SUPPORT_HPP_
#define RCLCPP__DYNAMIC_TYPESUPPORT__DYNAMIC_SERIALIZATION_SUPPORT_HPP_

#include <memory>
#include <string>

#include "rcl/types.h"
#include "rclcpp/macros.hpp"
#include "rcutils/allocator.h"

namespace rclcpp
{
namespace dynamic_typesupport
{

/// What makes bytes of a type that was made at run time. None can be had.
class RCLCPP_PUBLIC DynamicSerializationSupport
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(DynamicSerializationSupport)

  /// Throws exceptions::RCLError (unsupported).
  explicit DynamicSerializationSupport(
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  explicit DynamicSerializationSupport(
    const std::string & serialization_library_name,
    rcutils_allocator_t allocator = rcutils_get_default_allocator());
  virtual ~DynamicSerializationSupport() = default;
};

/// The four that are made of one throw std::invalid_argument for null.
class RCLCPP_PUBLIC DynamicMessageTypeBuilder
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(DynamicMessageTypeBuilder)
  DynamicMessageTypeBuilder(
    DynamicSerializationSupport::SharedPtr serialization_support, const std::string & name);
  virtual ~DynamicMessageTypeBuilder() = default;
};

class RCLCPP_PUBLIC DynamicMessageType
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(DynamicMessageType)
  explicit DynamicMessageType(DynamicMessageTypeBuilder::SharedPtr dynamic_type_builder);
  virtual ~DynamicMessageType() = default;
};

class RCLCPP_PUBLIC DynamicMessage
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(DynamicMessage)
  explicit DynamicMessage(std::shared_ptr<DynamicMessageType> dynamic_type);
  virtual ~DynamicMessage() = default;
};

class RCLCPP_PUBLIC DynamicMessageTypeSupport
{
public:
  RCLCPP_SMART_PTR_ALIASES_ONLY(DynamicMessageTypeSupport)
  explicit DynamicMessageTypeSupport(DynamicSerializationSupport::SharedPtr serialization_support);
  virtual ~DynamicMessageTypeSupport() = default;
};

}  // namespace dynamic_typesupport
}  // namespace rclcpp
#endif  // RCLCPP__DYNAMIC_TYPESUPPORT__DYNAMIC_SERIALIZATION_SUPPORT_HPP_
