// Numbers in bulk, as Python programs hold them.
//
// A sequence of numbers is an array.array of its own when it is small, and a numpy array when
// it is large: kBulk parts the two, for what is received and for what is assigned. So a large
// one is never copied between a message and the program. An array of fixed length is a numpy
// array always, as it is in ROS 2.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>

#include "ranvier/codec/type_info.h"

namespace ranvier::python {

namespace nb = nanobind;

/// Bytes from which on numbers are not copied.
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

/// A contiguous buffer, released at the end. Empty if `object` does not give one.
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
/// A numpy array over the numbers, which cannot be written; it keeps `owner`.
nb::object numpy_view(const NumberKind& kind, const void* numbers, std::size_t count,
                      nb::handle owner);
/// What a field that is no array of fixed length keeps of an assigned value.
/// Contract: throws nb::python_error, as array.array() does.
nb::object sequence_of(const NumberKind& kind, nb::handle value);
/// The same of an array of fixed length; its length is checked when it is encoded.
nb::object fixed_array_of(const NumberKind& kind, nb::handle value);

/// Whether it is an array.array, or a numpy array. The latter loads nothing.
bool is_array(nb::handle value);
bool is_numpy(nb::handle value);

}  // namespace ranvier::python
