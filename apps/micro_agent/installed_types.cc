#include "installed_types.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <vector>

#include "ranvier/base/ascii.h"
#include "ranvier/codec/type_info.h"
#include "rosidl_runtime_c/message_type_support_struct.h"
#include "rosidl_runtime_c/service_type_support_struct.h"

namespace ranvier::micro {
namespace {

constexpr const char* kIdentifier = "rosidl_typesupport_ranvier";

bool is_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || c == '_';
  });
}

// "a/msg/B" as its parts; empty if it is not that.
std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::istringstream text(name);
  for (std::string part; std::getline(text, part, '/');) {
    if (!is_word(part)) return {};
    parts.push_back(part);
  }
  return parts.size() == 3 ? parts : std::vector<std::string>();
}

// Never unmapped: a library of types stays.
void* library_of(const std::string& package) {
  const std::string file = "lib" + package + "__rosidl_typesupport_cpp.so";
  const char* prefixes = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream list(prefixes ? prefixes : "");
  for (std::string prefix; std::getline(list, prefix, ':');) {
    const std::string path = prefix + "/lib/" + file;
    if (void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_NODELETE)) return library;
  }
  return ::dlopen(file.c_str(), RTLD_NOW | RTLD_NODELETE);
}

}  // namespace

KnownType installed_type(const std::string& ros_name) {
  const std::vector<std::string> parts = parts_of(ros_name);
  void* library = parts.empty() ? nullptr : library_of(parts[0]);
  if (library == nullptr) return {};
  const std::string end = parts[0] + "__" + parts[1] + "__" + parts[2];
  const std::string message = "rosidl_typesupport_cpp__get_message_type_support_handle__" + end;
  if (void* symbol = ::dlsym(library, message.c_str())) {
    const auto* handle = reinterpret_cast<const rosidl_message_type_support_t* (*)()>(symbol)();
    handle = get_message_typesupport_handle(handle, kIdentifier);
    const auto* type = handle ? static_cast<const codec::TypeInfo*>(handle->data) : nullptr;
    return type ? KnownType{type, type->hash} : KnownType();
  }
  const std::string service = "rosidl_typesupport_cpp__get_service_type_support_handle__" + end;
  if (void* symbol = ::dlsym(library, service.c_str())) {
    const auto* handle = reinterpret_cast<const rosidl_service_type_support_t* (*)()>(symbol)();
    handle = get_service_typesupport_handle(handle, kIdentifier);
    const auto* type = handle ? static_cast<const codec::ServiceTypeInfo*>(handle->data) : nullptr;
    return type ? KnownType{nullptr, type->hash} : KnownType();
  }
  return {};
}

}  // namespace ranvier::micro
