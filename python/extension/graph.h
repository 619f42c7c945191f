// The graph for Python.
#pragma once

#include "extension/node.h"

namespace ranvier::python {

void bind_graph(nb::module_& module);

}  // namespace ranvier::python
