// Arrays over memory that somebody else keeps.
//
// A large sequence of numbers is not copied between a message and a program. What the program
// gets is an array.array all the same: an object of a class that derives from it, whose numbers
// lie where the message lies. It reads them as array.array does, by array.array's own code. Before
// it is changed, or gives out a buffer that can be, it gets memory that may be written: the
// message's, if nobody else has the message, or a copy.
//
// That needs to know where an array.array has its pointer, which CPython does not promise. The
// place is looked at once; where it is not as it is known, arrays are copies.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "extension/numbers.h"
#include "ranvier/msg/message.h"

namespace ranvier::python {

/// An array.array over the numbers, which `owner` keeps and nobody changes: what keeper_of()
/// gave, or an object that has the memory. It is never written there unless `owner` is of a
/// message, and this array the only one that has it.
/// Contract: GIL held. Throws nb::python_error if memory runs out.
nb::object lent_array(const NumberKind& kind, const void* numbers, std::size_t count,
                      nb::handle owner);
/// Keeps a message for the arrays that lie in it.
nb::object keeper_of(const MessagePtr& message);

/// Whether it lies in memory of somebody else that it may not write.
bool is_lent(nb::handle value) noexcept;
/// Another array over what such a one lies in. Each is changed by itself.
nb::object twin_of(const NumberKind& kind, nb::handle lent);

/// Another array over what the array in `slot` has, which from now on copies before it is changed.
/// Null if somebody could change the numbers all the same, so that they are to be copied.
/// @param references  those of the slot, and of who asks: with any other, somebody has the array.
/// Contract: GIL held.
nb::object shared_array(const NumberKind& kind, PyObject*& slot, Py_ssize_t references);

/// PyObject_GetBuffer() of who only reads: an array stays where it lies.
int buffer_to_read(PyObject* object, Py_buffer* buffer, int flags) noexcept;

}  // namespace ranvier::python
