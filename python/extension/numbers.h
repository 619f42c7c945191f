// Numbers in bulk, as Python programs hold them.
//
// A sequence of numbers is an array.array, and an array of fixed length a numpy array, as in
// ROS 2. A large sequence is not copied between a message and the program: it is an array.array
// over the memory where the numbers lie (lent_array.h). kBulk says what is large, for what is
// received and for what is assigned.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "ranvier/codec/type_info.h"

namespace ranvier::python {

namespace nb = nanobind;

/// Bytes from which on a sequence of numbers is not copied.
constexpr std::size_t kBulk = 4096;

/// What Python calls a kind of number.
struct NumberKind {
  codec::Scalar scalar;
  std::size_t size;
  char typecode;      // of array.array
  int numpy_type;     // NPY_TYPES
  const char* dtype;  // "float64"
};

/// Null for what is no number; bool and octet are none here.
const NumberKind* number_kind(codec::Scalar scalar) noexcept;

/// A contiguous buffer to read, released at the end. Empty if `object` does not give one.
class Buffer final {
 public:
  explicit Buffer(nb::handle object) noexcept;
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  explicit operator bool() const noexcept { return held_; }
  const Py_buffer& operator*() const noexcept { return buffer_; }
  const Py_buffer* operator->() const noexcept { return &buffer_; }
  /// True if it is one row of such numbers, in this machine's byte order.
  bool holds(const NumberKind& kind) const noexcept;
  /// Gives it to the caller, who releases it.
  Py_buffer release() noexcept;

 private:
  Py_buffer buffer_{};
  bool held_ = false;
};

/// A new array.array, or a new numpy array, with a copy of `count` numbers.
nb::object new_array(const NumberKind& kind, const void* numbers, std::size_t count);
nb::object new_numpy(const NumberKind& kind, const void* numbers, std::size_t count);
/// What a field that is no array of fixed length keeps of an assigned value: an array.array with
/// its numbers. A large one lies in the memory of numpy arrays, of bytes and of received
/// messages; whoever changes a numpy array before the message is sent changes the message.
/// Contract: throws nb::python_error, as array.array() does.
nb::object sequence_of(const NumberKind& kind, nb::handle value);
/// The same of an array of fixed length, always a copy; its length is checked when it is encoded.
nb::object fixed_array_of(const NumberKind& kind, nb::handle value);

/// Whether it is an array.array, or a numpy array. The latter loads nothing.
bool is_array(nb::handle value);
bool is_numpy(nb::handle value);

}  // namespace ranvier::python
