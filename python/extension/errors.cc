#include "extension/errors.h"

#include "ranvier/node/denied.h"

namespace ranvier::python {
namespace {

Exceptions classes;

// Tracebacks name them as those of rclpy's inner module, whatever module makes them.
PyObject* make(nb::module_& module, const char* name, PyObject* base) {
  const std::string full = std::string("rclpy._rclpy_pybind11.") + name;
  PyObject* made = PyErr_NewException(full.c_str(), base, nullptr);
  if (made == nullptr) throw nb::python_error();
  module.attr(name) = nb::borrow(made);
  return made;
}

}  // namespace

const Exceptions& exceptions() noexcept { return classes; }

void raise(PyObject* type, const std::string& text) {
  PyErr_SetString(type, text.c_str());
  throw nb::python_error();
}

void raise(const Error& error, const char* failed) {
  raise(is_denied(error) ? classes.denied : classes.rcl, failed + error.what);
}

void bind_errors(nb::module_& module) {
  classes.rcl = make(module, "RCLError", PyExc_RuntimeError);
  classes.denied = make(module, "DeniedError", classes.rcl);
  classes.rmw = make(module, "RMWError", PyExc_RuntimeError);
  classes.rcutils = make(module, "RCUtilsError", PyExc_RuntimeError);
  classes.invalid_handle = make(module, "InvalidHandle", PyExc_RuntimeError);
  classes.unknown_ros_args = make(module, "UnknownROSArgsError", PyExc_RuntimeError);
  classes.invalid_ros_args = make(module, "RCLInvalidROSArgsError", classes.rcl);
  classes.node_name_non_existent = make(module, "NodeNameNonExistentError", classes.rcl);
  classes.timer_cancelled = make(module, "TimerCancelledError", classes.rcl);
  classes.unsupported_event_type = make(module, "UnsupportedEventTypeError", classes.rcl);
}

}  // namespace ranvier::python
