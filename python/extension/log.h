// Logging for Python.
#pragma once

#include "errors.h"

namespace ranvier::python {

void bind_log(nb::module_& module);

}  // namespace ranvier::python
