// The members of a service's three messages.
#ifndef ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__SERVICE_INTROSPECTION_HPP_
#define ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__SERVICE_INTROSPECTION_HPP_

#include "rosidl_runtime_c/service_type_support_struct.h"
#include "rosidl_typesupport_introspection_cpp/message_introspection.hpp"

namespace rosidl_typesupport_introspection_cpp
{

struct ServiceMembers
{
  const char * service_namespace_;  ///< "std_srvs::srv"
  const char * service_name_;       ///< "SetBool"
  const MessageMembers * request_members_;
  const MessageMembers * response_members_;
  const MessageMembers * event_members_;
};

}  // namespace rosidl_typesupport_introspection_cpp

#endif  // ROSIDL_TYPESUPPORT_INTROSPECTION_CPP__SERVICE_INTROSPECTION_HPP_
