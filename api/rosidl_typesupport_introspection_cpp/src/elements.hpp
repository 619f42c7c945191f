// Access to the elements of repeated members whose element is no message.
#ifndef ELEMENTS_HPP_
#define ELEMENTS_HPP_

#include "rosidl_typesupport_ranvier/described.hpp"

namespace rosidl_typesupport_introspection_cpp
{

/// Of a member that repeats and is not nested.
/// Contract: any thread, no allocation, never null.
const rosidl_typesupport_ranvier::ElementAccess * elements_of(
  const ranvier::codec::Member & member);

}  // namespace rosidl_typesupport_introspection_cpp

#endif  // ELEMENTS_HPP_
