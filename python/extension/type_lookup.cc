// The types of Python classes as the C++ side has them: what the library of their package has.
#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include "extension/imported.h"
#include "extension/message_class.h"
#include "extension/type_lookup.h"
#include "ranvier/msg/blob_type.h"

namespace ranvier::python {
namespace {

// Never unmapped: the core remembers types for as long as the process lives.
void* open_file(const std::string& file) {
  return ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

// The first that opens, else null: `why` then says of each what was wrong.
void* open_first(nb::handle paths, std::string& why) {
  why.clear();
  for (const nb::handle path : paths) {
    if (void* const library = open_file(nb::cast<std::string>(path))) return library;
    why += std::string("\n  ") + ::dlerror();
  }
  return nullptr;
}

void* open_library(const std::string& package) {
  static Imported candidates("rosidl_generator_py.libraries", "candidates");
  static Imported needed_by("rosidl_generator_py.libraries", "needed_by");
  std::string why;
  if (void* const library = open_first(candidates.get()(package), why)) return library;
  for (const nb::handle path : needed_by.get()(package)) {
    open_file(nb::cast<std::string>(path));  // one that is still missing is named below
  }
  if (void* const library = open_first(candidates.get()(package), why)) return library;
  throw std::runtime_error("There is no library with the types of package '" + package +
                           "'. Source the setup file of the prefix that has it "
                           "(AMENT_PREFIX_PATH). Tried:" + why);
}

// The name of a service or an action, which is an attribute of its class.
std::string name_of(nb::handle python_class, const char* attribute, const char* what) {
  const nb::object name = nb::getattr(python_class, attribute, nb::none());
  if (!PyUnicode_Check(name.ptr())) {
    raise(PyExc_TypeError, "%R is no class of %s", python_class.ptr(), what);
  }
  return nb::cast<std::string>(name);
}

}  // namespace

const void* type_handle(const std::string& name, const char* kind) {
  void* const library = open_library(name.substr(0, name.find('/')));
  std::string symbol = std::string("rosidl_typesupport_cpp__get_") + kind +
                       "_type_support_handle__" + name;
  for (std::size_t at = 0; (at = symbol.find('/', at)) != std::string::npos;) {
    symbol.replace(at, 1, "__");
  }
  void* const function = ::dlsym(library, symbol.c_str());
  if (function == nullptr) {
    throw std::runtime_error("The library of the package has no " + std::string(kind) + " '" +
                             name + "'. Are its Python modules and its library of one build? " +
                             ::dlerror());
  }
  return reinterpret_cast<const void* (*)()>(function)();
}

TypeHandle type_handle(nb::handle python_class) {
  for (const char* const kind : {"service", "action"}) {
    const std::string attribute = std::string("_ranvier_") + kind;
    const nb::object name = nb::getattr(python_class, attribute.c_str(), nb::none());
    if (PyUnicode_Check(name.ptr())) {
      return {kind, type_handle(nb::cast<std::string>(name), kind)};
    }
  }
  return {"message", type_handle(message_class(python_class).name(), "message")};
}

namespace {

// Of a class that was made of a peer's description: no library has the type.
const codec::TypeInfo& described_type(const MessageClass& type) {
  type.prepare();
  const auto info = blob_type(dds_type_name(type.name()), "");
  if (!info) throw std::runtime_error(info.error().what);
  return **info;
}

}  // namespace

const codec::TypeInfo& type_info(nb::handle python_class) {
  const MessageClass& type = message_class(python_class);
  if (nb::hasattr(python_class, "_ranvier_described")) return described_type(type);
  const auto* const handle =
    static_cast<const rosidl_message_type_support_t*>(type_handle(type.name(), "message"));
  const auto& info = *static_cast<const codec::TypeInfo*>(handle->data);
  if (type.hash() != info.hash) {
    throw std::runtime_error("The Python module of '" + type.name() + "' says " + type.hash() +
                             " and its library " + info.hash +
                             ": they are of two builds. Is a prefix missing in PYTHONPATH, or in "
                             "AMENT_PREFIX_PATH?");
  }
  type.prepare();
  return info;
}

const codec::ServiceTypeInfo& service_type_info(nb::handle python_class) {
  const auto* const handle = static_cast<const rosidl_service_type_support_t*>(
    type_handle(name_of(python_class, "_ranvier_service", "services"), "service"));
  for (const char* const part : {"Request", "Response"}) {
    message_class(python_class.attr(part)).prepare();
  }
  return *static_cast<const codec::ServiceTypeInfo*>(handle->data);
}

const codec::ActionTypeInfo& action_type_info(nb::handle python_class) {
  const auto* const handle = static_cast<const rosidl_action_type_support_t*>(
    type_handle(name_of(python_class, "_ranvier_action", "actions"), "action"));
  return *static_cast<const codec::ActionTypeInfo*>(handle->data);
}

}  // namespace ranvier::python
