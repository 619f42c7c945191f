// SIGINT and SIGTERM for Python.
#pragma once

#include "executor.h"

namespace ranvier::python {

void bind_signals(nb::module_& module);

}  // namespace ranvier::python
