// What module.cc puts into the module, one function for each part.
#pragma once

#include <nanobind/nanobind.h>

namespace ranvier::python {

namespace nb = nanobind;

/// Message classes, their types and their conversion: messages.cc.
void bind_messages(nb::module_& module);
/// What rclpy stands on: rclpy.cc.
void bind_rclpy(nb::module_& module);

}  // namespace ranvier::python
