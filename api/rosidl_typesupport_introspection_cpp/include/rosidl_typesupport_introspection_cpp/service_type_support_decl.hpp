// The typed way to the handle that gives the members of a service type.
#ifndef ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__SERVICE_TYPE_SUPPORT_DECL_HPP_
#define ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__SERVICE_TYPE_SUPPORT_DECL_HPP_

#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_cpp/service_type_support.hpp"
#include "rosidl_typesupport_introspection_cpp/identifier.hpp"

namespace rosidl_typesupport_introspection_cpp
{

/// Its data is a ServiceMembers. Contract: any thread; lives as long as the process.
template<typename T>
const rosidl_service_type_support_t * get_service_type_support_handle()
{
  return get_service_typesupport_handle(
    rosidl_typesupport_cpp::get_service_type_support_handle<T>(), typesupport_identifier);
}

}  // namespace rosidl_typesupport_introspection_cpp

#endif  // ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__SERVICE_TYPE_SUPPORT_DECL_HPP_
