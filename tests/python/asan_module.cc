// The messages of the module `_ranvier` alone, for the sanitizers, and two functions more for
// conversion_test.py, which has no network to get a message from.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "extension/convert.h"
#include "extension/parts.h"
#include "ranvier/msg/message.h"

namespace {

namespace nb = nanobind;
using namespace ranvier;

int alive = 0;  // messages of through_message()

// Decodes a message of the core that holds a copy of the bytes.
nb::object through_message(nb::bytes coded, nb::handle python_class) {
  static const TypeInfo none{};  // nobody asks a message of bytes for its object
  const auto* const begin = static_cast<const std::uint8_t*>(coded.data());
  auto* const copy = new std::vector<std::uint8_t>(begin, begin + coded.size());
  ++alive;
  const BytesKeeper keeper{[](void* kept) noexcept {
                             delete static_cast<std::vector<std::uint8_t>*>(kept);
                             --alive;
                           },
                           copy};
  const MessagePtr message = Message::from_bytes(none, {copy->data(), copy->size()}, keeper);
  message->let_write(&writable_in_place);
  return python::decode(message, python::message_class(python_class));
}

}  // namespace

NB_MODULE(_ranvier, module) {
  python::bind_messages(module);
  module.def("through_message", &through_message);
  module.def("messages_alive", [] { return alive; });
}
