// Messages as bytes for Python.
#pragma once

#include "extension/errors.h"

namespace ranvier::python {

void bind_serialization(nb::module_& module);

}  // namespace ranvier::python
