// The name of the type support that the handles of C++ are of.
#ifndef ROSIDL_TYPESUPPORT_CPP__IDENTIFIER_HPP_
#define ROSIDL_TYPESUPPORT_CPP__IDENTIFIER_HPP_

#include "rosidl_typesupport_cpp/visibility_control.h"

namespace rosidl_typesupport_cpp
{

/// For rclcpp::get_typesupport_library() and the `func` of a handle. Compare the texts, not the
/// pointers: each library may have its own.
ROSIDL_TYPESUPPORT_CPP_PUBLIC inline const char * typesupport_identifier =
  "rosidl_typesupport_cpp";

}  // namespace rosidl_typesupport_cpp

#endif  // ROSIDL_TYPESUPPORT_CPP__IDENTIFIER_HPP_
