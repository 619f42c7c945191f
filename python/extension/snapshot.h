// A message of Python on its way to subscriptions of Python in the same process: as an object.
//
// What is published is copied once, so that nobody sees what its sender changes later. Each
// subscription gets an object of its own: the last one that copy, the others copies of it. Large
// arrays are not copied as long as nobody changes them (lent_array.h).
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <functional>

#include "ranvier/msg/message.h"

namespace ranvier::python {

namespace nb = nanobind;

class MessageClass;

/// Raises what encode() raises for such a message, and does no more.
/// Contract: GIL held.
void check_message(nb::handle message, MessageClass& type);

/// A copy, and about how many bytes it has.
struct Copied {
  nb::object message;
  std::size_t size = 0;
};
/// Gives memory for so many encoded bytes, or null.
using Room = std::function<MessagePtr(std::size_t size)>;
/// A message with what encode() and decode() would leave of it.
/// @param room  where large arrays are copied to that their owner may change; empty: the heap.
/// Contract: GIL held; let go of while much is copied. Raises what encode() does.
Copied copied(nb::handle message, MessageClass& type, const Room& room = {});

/// How such messages travel. Its objects are what to_travel() gives.
const AdaptedType& travelling() noexcept;
/// Contract: GIL held.
void* to_travel(nb::object message);
/// The message of Python that travels there, which is its only receiver's if `message` is the only
/// reference, else a copy; an object of `type`. Null if none travels there.
/// Contract: GIL held.
nb::object travelled(const MessagePtr& message, MessageClass& type);

}  // namespace ranvier::python
