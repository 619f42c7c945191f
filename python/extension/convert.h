// From Python messages to CDR bytes and back.
//
// A Python class of messages has a MessageClass, which says what lies in which slot. The
// converter walks it: there is no C++ object between, and no code for a type.
//
// Encoding has two halves. encode() reads the Python objects, with the GIL; what it keeps is
// written by write_to(), without it. So the size is known before memory is asked for, and an
// array of numbers is copied once, to where the message travels from:
//
//   const Encoded encoded = encode(message, message_class(type));
//   MessagePtr room = publisher.lend_bytes(encoded.size());
//   {
//     const LeaveGil left;
//     encoded.write_to(room->bytes());
//     publisher.send_lent(std::move(room));
//   }
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "ranvier/codec/type_info.h"
#include "ranvier/msg/message.h"

namespace ranvier::python {

namespace nb = nanobind;

class MessageClass;  // message_class.h

/// What lies behind a Python class of messages, such as std_msgs.msg.String, or behind a class
/// that derives from one.
/// Contract: GIL held. Raises TypeError (nb::python_error) for anything else. Lives as long as
/// the class.
MessageClass& message_class(nb::handle python_class);

/// The types as the C++ side has them; the library of the package is loaded when first asked,
/// and what messages of the type need. So this is for who makes an endpoint.
/// Contract: GIL held. Raises TypeError if it is no class of that kind, and throws
/// std::runtime_error, which names what was searched, if there is no library. Live for ever.
const codec::TypeInfo& type_info(nb::handle message_class);
const codec::ServiceTypeInfo& service_type_info(nb::handle service_class);
const codec::ActionTypeInfo& action_type_info(nb::handle action_class);

/// Bytes to copy from which on it is worth letting other threads have the GIL meanwhile.
constexpr std::size_t kWorthReleasing = 64 * 1024;

/// A message that was read from Python, to be written as CDR.
///
/// Threads:  made and destroyed with the GIL held; size() and write_to() without it too.
/// Lifetime: keeps the arrays of the message, and forbids that they change their size.
class Encoded final {
 public:
  Encoded() = default;
  Encoded(Encoded&&) noexcept = default;
  Encoded& operator=(Encoded&&) = delete;
  ~Encoded();

  /// Bytes that write_to() writes, with the encapsulation header.
  std::size_t size() const noexcept;
  void write_to(std::uint8_t* to) const noexcept;
  /// The same for the bytes() of a message with room for them.
  void write_to(Bytes room) const noexcept { write_to(const_cast<std::uint8_t*>(room.data)); }

 private:
  friend class Writer;  // encode.cc
  struct Bulk {
    std::size_t at;  // of the small bytes, where it goes in
    Py_buffer buffer;
  };
  std::vector<std::uint8_t> small_;  // the header, and all that is not bulk
  std::vector<Bulk> bulk_;
  std::size_t bulk_size_ = 0;
};

/// Reads `message`, an object of `type` or of a class that derives from it.
/// Contract: GIL held. Throws nb::python_error: a TypeError for a value of the wrong kind, an
/// OverflowError for a number, a ValueError for a length that the type does not allow. The
/// words name the field.
Encoded encode(nb::handle message, MessageClass& type);
/// The same as bytes of Python.
nb::bytes serialized(nb::handle message, MessageClass& type);
/// How often this process has encoded one. Contract: GIL held.
std::uint64_t encodings() noexcept;

/// The bytes do not make a message of the type.
struct DamagedMessage final : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A new Python object from CDR bytes. Large sequences of numbers become arrays over the bytes
/// (lent_array.h), which keep `message`, or `buffer`, alive.
/// Contract: GIL held. Throws DamagedMessage, or nb::python_error if memory runs out.
nb::object decode(const MessagePtr& message, MessageClass& type);
nb::object decode(nb::handle buffer, MessageClass& type);

}  // namespace ranvier::python
