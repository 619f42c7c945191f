// What a trace calls a callback.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

namespace ranvier::python {

namespace nb = nanobind;

/// "module.Class.function" of what a user gave as a callback: of the function behind a method, a
/// functools.partial or a wrapper; of the class behind an object that can be called.
/// Contract: with the GIL. Raises nothing.
std::string callback_name(nb::handle callback) noexcept;

/// Says the name of the callback that a trace knows by this address. Contract: with the GIL.
void trace_callback_name(const void* callback, nb::handle function) noexcept;

}  // namespace ranvier::python
