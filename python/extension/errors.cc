#include "extension/errors.h"

namespace ranvier::python {
namespace {

Exceptions all;

// Tracebacks name them as those of rclpy's inner module, whatever module makes them.
PyObject* make(nb::module_& module, const char* name, PyObject* base) {
  const std::string full = std::string("rclpy._rclpy_pybind11.") + name;
  PyObject* made = PyErr_NewException(full.c_str(), base, nullptr);
  if (made == nullptr) throw nb::python_error();
  module.attr(name) = nb::borrow(made);
  return made;
}

}  // namespace

const Exceptions& exceptions() noexcept { return all; }

void raise(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  throw nb::python_error();
}

void raise(const Error& error, const char* failed) { raise(all.rcl, failed + error.what); }

void bind_errors(nb::module_& module) {
  all.rcl = make(module, "RCLError", PyExc_RuntimeError);
  all.rmw = make(module, "RMWError", PyExc_RuntimeError);
  all.rcutils = make(module, "RCUtilsError", PyExc_RuntimeError);
  all.invalid_handle = make(module, "InvalidHandle", PyExc_RuntimeError);
  all.unknown_ros_args = make(module, "UnknownROSArgsError", PyExc_RuntimeError);
  all.invalid_ros_args = make(module, "RCLInvalidROSArgsError", all.rcl);
  all.node_name_non_existent = make(module, "NodeNameNonExistentError", all.rcl);
  all.unsupported_event_type = make(module, "UnsupportedEventTypeError", all.rcl);
}

}  // namespace ranvier::python
