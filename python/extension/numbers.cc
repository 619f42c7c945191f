#include "extension/numbers.h"

#include <cstring>
#include <string_view>
#include <utility>

#include "extension/imported.h"
#include "extension/lent_array.h"
#include "extension/numpy.h"
#include "ranvier/codec/cdr.h"

namespace ranvier::python {
namespace {

using codec::Scalar;

constexpr NumberKind kKinds[] = {
  {Scalar::kInt8, 1, 'b', 1, "int8"},     {Scalar::kUint8, 1, 'B', 2, "uint8"},
  {Scalar::kInt16, 2, 'h', 3, "int16"},   {Scalar::kUint16, 2, 'H', 4, "uint16"},
  {Scalar::kInt32, 4, 'i', 5, "int32"},   {Scalar::kUint32, 4, 'I', 6, "uint32"},
  {Scalar::kInt64, 8, 'q', 7, "int64"},   {Scalar::kUint64, 8, 'Q', 8, "uint64"},
  {Scalar::kFloat, 4, 'f', 11, "float32"}, {Scalar::kDouble, 8, 'd', 12, "float64"},
};

nb::handle array_type() {
  static Imported type("array", "array");
  return type.get();
}

// What a letter of a buffer's format means, with the size apart: 's'igned, 'u'nsigned, 'f'loat.
char meaning(char letter) noexcept {
  if (std::string_view("bhilq").find(letter) != std::string_view::npos) return 's';
  if (std::string_view("BHILQ").find(letter) != std::string_view::npos) return 'u';
  return std::string_view("fd").find(letter) != std::string_view::npos ? 'f' : '?';
}

bool is_native(char order) noexcept {
  return order == '@' || order == '=' || order == (codec::kLittleEndianHost ? '<' : '>');
}

std::size_t size_of(const Py_buffer& buffer) noexcept {
  return static_cast<std::size_t>(buffer.len);
}

// A numpy array with the same numbers and contiguous memory, if it is a row of another kind.
nb::object contiguous(const NumberKind& kind, nb::handle value) {
  const Numpy* numpy = Numpy::if_loaded();
  if (numpy == nullptr || !numpy->is_row(value)) return {};
  if (nb::cast<std::size_t>(value.attr("ndim")) != 1 ||
      !nb::cast<bool>(value.attr("dtype").attr("__eq__")(kind.dtype))) {
    return {};
  }
  return numpy->module().attr("ascontiguousarray")(value);
}

}  // namespace

const NumberKind* number_kind(Scalar scalar) noexcept {
  for (const NumberKind& kind : kKinds) {
    if (kind.scalar == scalar) return &kind;
  }
  return nullptr;
}

Buffer::Buffer(nb::handle object) noexcept {
  if (!PyObject_CheckBuffer(object.ptr())) return;
  held_ = buffer_to_read(object.ptr(), &buffer_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0;
  if (!held_) PyErr_Clear();
}

Buffer::~Buffer() {
  if (held_) PyBuffer_Release(&buffer_);
}

bool Buffer::holds(const NumberKind& kind) const noexcept {
  if (!held_ || buffer_.ndim != 1) return false;
  const char* format = buffer_.format ? buffer_.format : "B";
  if (is_native(*format)) ++format;
  return format[0] != 0 && format[1] == 0 && meaning(*format) == meaning(kind.typecode) &&
         static_cast<std::size_t>(buffer_.itemsize) == kind.size;
}

Py_buffer Buffer::release() noexcept {
  held_ = false;
  return buffer_;
}

nb::object new_array(const NumberKind& kind, const void* numbers, std::size_t count) {
  const nb::bytes bytes(static_cast<const char*>(numbers), count * kind.size);
  return array_type()(nb::str(&kind.typecode, 1), bytes);
}

nb::object new_numpy(const NumberKind& kind, const void* numbers, std::size_t count) {
  nb::object array = Numpy::get().row(kind.numpy_type, count);
  if (count != 0) std::memcpy(Numpy::data_of(array), numbers, count * kind.size);
  return array;
}

nb::object sequence_of(const NumberKind& kind, nb::handle value) {
  {
    const Buffer buffer(value);
    if (buffer.holds(kind)) {
      const std::size_t count = size_of(*buffer) / kind.size;
      if (size_of(*buffer) < kBulk) return new_array(kind, buffer->buf, count);
      if (is_lent(value)) return twin_of(kind, value);
      // What could change its size may not be kept from that by a message.
      if (!is_numpy(value) && !PyBytes_Check(value.ptr())) return new_array(kind, buffer->buf, count);
      const nb::object view = nb::steal(PyMemoryView_FromObject(value.ptr()));
      if (!view) throw nb::python_error();
      return lent_array(kind, buffer->buf, count, view);
    }
  }
  if (const nb::object row = contiguous(kind, value); row) return sequence_of(kind, row);
  return array_type()(nb::str(&kind.typecode, 1), value);
}

nb::object fixed_array_of(const NumberKind& kind, nb::handle value) {
  const Numpy& numpy = Numpy::get();
  if (numpy.is_row(value)) {
    const Buffer buffer(value);
    if (buffer.holds(kind)) return new_numpy(kind, buffer->buf, size_of(*buffer) / kind.size);
  }
  return numpy.module().attr("array")(value, nb::arg("dtype") = kind.dtype);
}

bool is_array(nb::handle value) {
  return PyObject_TypeCheck(value.ptr(), reinterpret_cast<PyTypeObject*>(array_type().ptr())) != 0;
}

bool is_numpy(nb::handle value) {
  const Numpy* numpy = Numpy::if_loaded();
  return numpy != nullptr && numpy->is_row(value);
}

}  // namespace ranvier::python
