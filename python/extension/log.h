// Logging for Python.
#pragma once

#include "extension/errors.h"

namespace ranvier::python {

void bind_log(nb::module_& module);

}  // namespace ranvier::python
