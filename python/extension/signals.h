// SIGINT and SIGTERM for Python.
#pragma once

#include "extension/executor.h"

namespace ranvier::python {

/// Every signal makes the work ready, until no_more_by_signals(). Contract: any thread.
void wake_by_signals(Ref<Work> work);
void no_more_by_signals(const Work& work);

void bind_signals(nb::module_& module);

}  // namespace ranvier::python
