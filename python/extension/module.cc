// The module `_ranvier`: the core, for Python. Each part binds itself from a file of its own.
#include <nanobind/nanobind.h>

#include "extension/parts.h"

NB_MODULE(_ranvier, module) {
  module.doc() = "The core of Ranvier. Packages such as rclpy are what users import.";
  ranvier::python::bind_messages(module);
  ranvier::python::bind_rclpy(module);
}
