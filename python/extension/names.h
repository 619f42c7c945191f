// Names of nodes, topics and services for Python.
#pragma once

#include "extension/errors.h"
#include "ranvier/node/names.h"

namespace ranvier::python {

void bind_names(nb::module_& module);

}  // namespace ranvier::python
