#include "extension/callback_name.h"

#include "ranvier/trace/trace.h"

namespace ranvier::python {
namespace {

constexpr int kLayers = 16;  // of wrappers; who has more is called by the one there

// What a wrapper wraps; null if it is none.
nb::object inside(nb::handle callback) {
  for (const char* name : {"__wrapped__", "func", "__func__"}) {
    const nb::object within = nb::getattr(callback, name, nb::none());
    if (!within.is_none()) return within;
  }
  return {};
}

nb::object innermost(nb::handle callback) {
  nb::object at = nb::borrow(callback);
  for (int i = 0; i < kLayers; ++i) {
    nb::object within = inside(at);
    if (!within) break;
    at = std::move(within);
  }
  return at;
}

std::string text_of(nb::handle object, const char* attribute) {
  const nb::object value = nb::getattr(object, attribute, nb::none());
  if (!nb::isinstance<nb::str>(value)) return {};
  const char* const text = PyUnicode_AsUTF8(value.ptr());
  if (text == nullptr) throw nb::python_error();  // half of a surrogate pair
  return text;
}

std::string qualified(nb::handle object) {
  const std::string module = text_of(object, "__module__");
  return (module.empty() ? "" : module + ".") + text_of(object, "__qualname__");
}

}  // namespace

std::string callback_name(nb::handle callback) noexcept {
  try {
    const nb::object function = innermost(callback);
    if (nb::hasattr(function, "__qualname__")) return qualified(function);
    return qualified(function.type()) + ".__call__";
  } catch (const nb::python_error&) {  // of an attribute of the user's
    return "?";
  }
}

void trace_callback_name(const void* callback, nb::handle function) noexcept {
  RANVIER_TRACE(rclcpp_callback_register, callback, callback_name(function).c_str());
}

}  // namespace ranvier::python
