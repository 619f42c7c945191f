// Parameters of arguments and files for Python: YAML as the core reads it.
#pragma once

#include <nanobind/nanobind.h>

#include "ranvier/node/parameter_value.h"

namespace ranvier::python {

namespace nb = nanobind;

/// Bytes for a byte array, a list for another; None for a value without a type, such as `[]`.
/// Contract: GIL held.
nb::object parameter_to_python(const ParameterValue& value);

void bind_parameters(nb::module_& module);

}  // namespace ranvier::python
