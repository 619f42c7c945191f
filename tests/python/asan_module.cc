// The messages of the module `_ranvier` alone, for the sanitizers.
#include <nanobind/nanobind.h>

#include "extension/parts.h"

NB_MODULE(_ranvier, module) { ranvier::python::bind_messages(module); }
