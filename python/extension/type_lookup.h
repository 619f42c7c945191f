// The handles by which message packages give their types.
#pragma once

#include <string>

#include "extension/convert.h"
#include "rosidl_runtime_c/action_type_support_struct.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

namespace ranvier::python {

/// The handle of a type by its full name; `kind` is message, service or action.
/// Contract: GIL held. Throws std::runtime_error if there is no library or no such type.
const void* type_handle(const std::string& name, const char* kind);

struct TypeHandle {
  const char* kind;
  const void* handle;
};
/// The same of a Python class of any kind. Raises TypeError if it is none.
TypeHandle type_handle(nb::handle python_class);

}  // namespace ranvier::python
