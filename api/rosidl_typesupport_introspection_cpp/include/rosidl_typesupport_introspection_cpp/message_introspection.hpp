// The members of a message type, for code that knows the type at run time alone.
#ifndef ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__MESSAGE_INTROSPECTION_HPP_
#define ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__MESSAGE_INTROSPECTION_HPP_

#include <cstddef>
#include <cstdint>

#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_cpp/message_initialization.hpp"
#include "rosidl_typesupport_introspection_cpp/visibility_control.h"

namespace rosidl_typesupport_introspection_cpp
{

/// One member. Its functions take the address of the member (message + offset_) and no
/// index past its end. They are null where there is nothing for them to do.
struct MessageMember
{
  const char * name_;
  uint8_t type_id_;                              ///< of field_types.hpp, of one element
  size_t string_upper_bound_;                    ///< 0 without one
  const rosidl_message_type_support_t * members_;  ///< of ROS_TYPE_MESSAGE: its data has them
  bool is_key_;                                  ///< .msg files have no keys: false
  bool is_array_;                                ///< an array or a sequence
  size_t array_size_;    ///< the length of an array or the bound of a sequence, else 0
  bool is_upper_bound_;  ///< a sequence that has a bound
  uint32_t offset_;
  const void * default_value_;  ///< null, as in ROS 2: init_function() sets defaults
  size_t (* size_function)(const void * member);
  /// Null for a sequence of bool, as get_function: fetch and assign instead.
  const void * (*get_const_function)(const void * member, size_t index);
  void * (*get_function)(void * member, size_t index);
  void (* fetch_function)(const void * member, size_t index, void * value);
  void (* assign_function)(void * member, size_t index, const void * value);
  /// Null for an array. @throws std::length_error beyond the bound of a sequence.
  void (* resize_function)(void * member, size_t size);
};

struct MessageMembers
{
  const char * message_namespace_;  ///< "std_msgs::msg"
  const char * message_name_;       ///< "String"
  uint32_t member_count_;
  size_t size_of_;
  bool has_any_key_member_;
  const MessageMember * members_;
  /// Makes a message in memory of size_of_ bytes that malloc() has aligned.
  void (* init_function)(void * message, rosidl_runtime_cpp::MessageInitialization how);
  /// Ends it. The memory stays the caller's.
  void (* fini_function)(void * message);
};

}  // namespace rosidl_typesupport_introspection_cpp

#endif  // ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__MESSAGE_INTROSPECTION_HPP_
