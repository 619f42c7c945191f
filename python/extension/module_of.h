// Which module of Python a thread sleeps in, for the watch over callbacks that wait.
#pragma once

namespace ranvier::python {

/// From now on the watch asks for it. Nothing happens with a Python before 3.11, whose threads do
/// not say which of the kernel's they are.
void tell_modules_of_threads() noexcept;

}  // namespace ranvier::python
