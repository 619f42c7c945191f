// The typed way to the handle of a message type.
#pragma once

#include "rosidl_runtime_c/message_type_support_struct.h"

namespace rosidl_typesupport_cpp {

/// The handle of `T`; each message package specialises it in its library.
/// Contract: any thread, no allocation; never null, lives as long as the process.
template <typename T>
const rosidl_message_type_support_t* get_message_type_support_handle();

}  // namespace rosidl_typesupport_cpp
