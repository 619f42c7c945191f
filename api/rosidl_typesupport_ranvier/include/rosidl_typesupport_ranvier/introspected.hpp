// How a generated handle comes to its members for introspection.
//
// The library that makes them is loaded when somebody asks: most processes never do.
#pragma once

#include <dlfcn.h>

#include <cstring>
#include <string>

#include "rosidl_runtime_c/service_type_support_struct.h"

namespace rosidl_typesupport_ranvier {

constexpr const char* kIdentifier = "rosidl_typesupport_ranvier";

/// A function of the library that makes members, or null without the library. Who has the
/// identifier from it has it loaded. Else it is searched as the loader searches, and then
/// beside this message library.
inline void* introspection(const char* function) {
  const char* const file = "librosidl_typesupport_introspection_cpp.so";
  void* library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  Dl_info own{};
  if (!library && ::dladdr(reinterpret_cast<void*>(&introspection), &own) && own.dli_fname) {
    std::string path = own.dli_fname;
    path.replace(path.rfind('/') + 1, std::string::npos, file);
    library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  }
  return library ? ::dlsym(library, function) : nullptr;
}

inline bool is_introspection(const char* identifier) {
  return std::strcmp(identifier, "rosidl_typesupport_introspection_cpp") == 0;
}

/// The `func` of a message's handle: itself, its members, or null.
inline const rosidl_message_type_support_t* message_handle_named(
  const rosidl_message_type_support_t* handle, const char* identifier) {
  if (std::strcmp(handle->typesupport_identifier, identifier) == 0) return handle;
  if (!is_introspection(identifier)) return nullptr;
  using Make = const rosidl_message_type_support_t* (*)(const rosidl_message_type_support_t*);
  static const auto make = reinterpret_cast<Make>(introspection("ranvier_introspected_message"));
  return make ? make(handle) : nullptr;
}

/// The same of a service's handle.
inline const rosidl_service_type_support_t* service_handle_named(
  const rosidl_service_type_support_t* handle, const char* identifier) {
  if (std::strcmp(handle->typesupport_identifier, identifier) == 0) return handle;
  if (!is_introspection(identifier)) return nullptr;
  using Make = const rosidl_service_type_support_t* (*)(const rosidl_service_type_support_t*);
  static const auto make = reinterpret_cast<Make>(introspection("ranvier_introspected_service"));
  return make ? make(handle) : nullptr;
}

}  // namespace rosidl_typesupport_ranvier
