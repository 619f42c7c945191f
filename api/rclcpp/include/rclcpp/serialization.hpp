// Messages to bytes and back, and what can be a message.
#ifndef RCLCPP__SERIALIZATION_HPP_
#define RCLCPP__SERIALIZATION_HPP_

#include <type_traits>

#include "rclcpp/detail/allocators.hpp"
#include "rclcpp/detail/delivery.hpp"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_cpp/traits.hpp"
#include "rosidl_typesupport_cpp/message_type_support.hpp"

namespace rclcpp
{
namespace serialization_traits
{
template<typename T>
struct is_serialized_message_class : std::is_same<T, SerializedMessage> {};
}  // namespace serialization_traits

/// Encodes as publishers do: CDR with its four-byte header.
/// Threads: all functions from any thread.
class RCLCPP_PUBLIC SerializationBase
{
public:
  /// Throws std::invalid_argument for null.
  explicit SerializationBase(const rosidl_message_type_support_t * type_support);
  virtual ~SerializationBase();

  /// Throws std::invalid_argument for null, exceptions::RCLError naming the type
  /// for a message that cannot be encoded: a bounded string is too long.
  void serialize_message(
    const void * ros_message, SerializedMessage * serialized_message) const;
  /// Throws std::invalid_argument for null, exceptions::RCLError naming the type
  /// for bytes that are none of it; the message is then unspecified, but valid.
  void deserialize_message(
    const SerializedMessage * serialized_message, void * ros_message) const;

private:
  const rosidl_message_type_support_t * const type_support_;
};

template<typename MessageT>
class Serialization : public SerializationBase
{
public:
  Serialization()
  : SerializationBase(rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>())
  {
    static_assert(
      !serialization_traits::is_serialized_message_class<MessageT>::value,
      "a serialized message is serialized already");
  }
};

}  // namespace rclcpp

namespace rclcpp
{

/// True for a ROS message, and for a type with an adapter to one.
template<typename T>
struct is_ros_compatible_type
{
  static constexpr bool value =
    rosidl_generator_traits::is_message<T>::value || TypeAdapter<T>::is_specialized::value;
};

}  // namespace rclcpp

namespace rclcpp
{

template<typename MessageT>
const rosidl_message_type_support_t & get_message_type_support_handle()
{
  return *rosidl_typesupport_cpp::get_message_type_support_handle<MessageT>();
}

}  // namespace rclcpp
#endif  // RCLCPP__SERIALIZATION_HPP_
