// Failures of the core as exceptions of Python.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "extension/gil.h"
#include "ranvier/base/result.h"

namespace ranvier::python {

namespace nb = nanobind;

/// The exceptions of rclpy's inner module. Made by bind_errors(), kept for ever.
struct Exceptions {
  PyObject* rcl = nullptr;
  PyObject* denied = nullptr;  ///< ours: an RCLError, of what the enclave does not allow
  PyObject* rmw = nullptr;
  PyObject* rcutils = nullptr;
  PyObject* invalid_handle = nullptr;
  PyObject* invalid_ros_args = nullptr;
  PyObject* unknown_ros_args = nullptr;
  PyObject* node_name_non_existent = nullptr;
  PyObject* timer_cancelled = nullptr;
  PyObject* unsupported_event_type = nullptr;
};
const Exceptions& exceptions() noexcept;

/// Raises `type` with `text`. Contract: with the GIL.
[[noreturn]] void raise(PyObject* type, const std::string& text);
/// Raises RCLError, or DeniedError: `failed` says what was tried. Contract: with the GIL.
[[noreturn]] void raise(const Error& error, const char* failed);

template <class T>
T value_or_raise(Result<T> result, const char* failed) {
  if (!result) raise(result.error(), failed);
  return std::move(*result);
}
inline void check(const Result<void>& result, const char* failed) {
  if (!result) raise(result.error(), failed);
}

/// Calls `function` without the GIL.
template <class Function>
auto without_gil(Function&& function) {
  const LeaveGil released;
  return function();
}

void bind_errors(nb::module_& module);

}  // namespace ranvier::python
