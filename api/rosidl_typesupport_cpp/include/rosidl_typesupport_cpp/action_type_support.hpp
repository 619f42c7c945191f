// The typed way to the handle of an action type.
#pragma once

#include "rosidl_runtime_c/action_type_support_struct.h"

namespace rosidl_typesupport_cpp {

/// The handle of `T`; each action package specialises it in its library.
/// Contract: any thread, no allocation; never null, lives as long as the process.
template <typename T>
const rosidl_action_type_support_t* get_action_type_support_handle();

}  // namespace rosidl_typesupport_cpp
