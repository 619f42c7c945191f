// Binds the message classes and the converter.
#include "extension/convert.h"
#include "extension/parts.h"

namespace ranvier::python {

void bind_messages(nb::module_& module) { (void)module; }

}  // namespace ranvier::python
