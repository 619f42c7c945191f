// The typed way to the handle of a service type.
#pragma once

#include <cstring>
#include <stdexcept>

#include "rosidl_runtime_c/service_type_support_struct.h"

namespace rosidl_typesupport_cpp {

/// The handle of `T`; each service package specialises it in its library.
/// Contract: any thread, no allocation; never null, lives as long as the process.
template <typename T>
const rosidl_service_type_support_t* get_service_type_support_handle();

}  // namespace rosidl_typesupport_cpp
