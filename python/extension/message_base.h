// The Python types that message classes are built from.
#pragma once

#include <nanobind/nanobind.h>

namespace ranvier::python {

namespace nb = nanobind;

/// The base of every class of messages: an object without fields, made from keywords.
nb::object message_base();

/// Makes a class with the slots `_<field>` and `_check_fields` into a class of messages: gives
/// it a MessageClass, and an attribute for each field.
void describe(nb::handle python_class, const char* name, const char* hash, nb::handle fields);

}  // namespace ranvier::python
