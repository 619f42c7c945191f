// What a message of Python may hold, and what it is made into.
//
// A MessageWalk goes through a message and its fields, and refuses what does not fit. What it finds
// it gives to an Out, which makes of it CDR (encode.cc), an object of its own (snapshot.cc), or
// nothing. So a value that one of them refuses, all refuse, with the same words.
#pragma once

#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "extension/message_class.h"
#include "extension/numbers.h"
#include "ranvier/codec/cdr.h"

namespace ranvier::python {

/// Goes through a message of Python for an Out. `Out::Value` is what that makes of a value, of a
/// list and of a message; the walk moves it to where it belongs: append() and set().
///
/// Threads: GIL held. Code of users may run, as of __index__().
/// Throws:  nb::python_error, as encode() does (convert.h).
template <class Out>
class MessageWalk final {
  using Repeat = codec::Repeat;
  using Scalar = codec::Scalar;
  using Value = typename Out::Value;

 public:
  explicit MessageWalk(Out& out) : out_(out) {}

  Value message(const MessageClass& type, nb::handle message) {
    Value made = out_.message(type);
    for (const Field& field : type.fields()) {
      PyObject*& slot = field.slot(message);
      if (slot == nullptr) fail(PyExc_TypeError, type, field, "is not set");
      out_.set(made, field,
               field.repeats() ? repeated(type, field, slot) : kept(type, field, slot));
    }
    return made;
  }

 private:
  // Of its own while it is looked at: what is called meanwhile may assign another.
  Value kept(const MessageClass& type, const Field& field, PyObject* slot) {
    const nb::object value = nb::borrow(slot);
    return one(type, field, value);
  }

  Value repeated(const MessageClass& type, const Field& field, PyObject*& slot) {
    const nb::object value = nb::borrow(slot);
    if (field.number()) {
      Buffer buffer(value);
      if (buffer.holds(*field.number())) {
        check_count(type, field, static_cast<std::size_t>(buffer->len) / field.number()->size);
        return out_.numbers(field, buffer, slot);
      }
    }
    if (field.scalar() == Scalar::kByte && PyBytes_Check(value.ptr())) {
      check_count(type, field, static_cast<std::size_t>(PyBytes_GET_SIZE(value.ptr())));
      return out_.octets(field, value);
    }
    return elements(type, field, elements_of(type, field, value));
  }

  Value elements(const MessageClass& type, const Field& field, const nb::object& elements) {
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(elements.ptr());
    check_count(type, field, static_cast<std::size_t>(count));
    Value made = out_.list(field, static_cast<std::size_t>(count));
    for (Py_ssize_t i = 0; i < count; ++i) {
      // An element may run code, such as __index__(), which changes the list.
      if (PySequence_Fast_GET_SIZE(elements.ptr()) != count) {
        fail(PyExc_RuntimeError, type, field, "changed its length while it was encoded");
      }
      out_.append(made, one(type, field, nb::borrow(PySequence_Fast_GET_ITEM(elements.ptr(), i))));
    }
    return out_.ended(field, std::move(made));
  }

  // A list or tuple stays itself; other iterables become a list. Text is neither.
  static nb::object elements_of(const MessageClass& type, const Field& field, nb::handle value) {
    if (PyUnicode_Check(value.ptr())) fail_kind(type, field, "a sequence", value);
    nb::object elements = nb::steal(PySequence_Fast(value.ptr(), ""));
    if (!elements) {
      if (!PyErr_ExceptionMatches(PyExc_TypeError)) fail_with_raised(type, field);
      PyErr_Clear();
      fail_kind(type, field, "a sequence", value);
    }
    return elements;
  }

  // A value of the wrong kind, and what it is.
  [[noreturn]] static void fail_kind(const MessageClass& type, const Field& field,
                                     const char* wanted, nb::handle value) {
    fail(PyExc_TypeError, type, field, "must be %s, not '%s'", wanted,
         Py_TYPE(value.ptr())->tp_name);
  }

  static void check_count(const MessageClass& type, const Field& field, std::size_t count) {
    const Repeat repeat = field.repeat();
    if (repeat == Repeat::kArray && count != field.capacity()) {
      fail(PyExc_ValueError, type, field, "must have %zu elements; it has %zu", field.capacity(),
           count);
    }
    if (repeat == Repeat::kBoundedSequence && count > field.capacity()) {
      fail(PyExc_ValueError, type, field, "must have at most %zu elements; it has %zu",
           field.capacity(), count);
    }
    if (repeat != Repeat::kArray && count > std::numeric_limits<std::uint32_t>::max()) {
      fail(PyExc_ValueError, type, field, "has %zu elements, more than a message can have", count);
    }
  }

  Value one(const MessageClass& type, const Field& field, nb::handle value) {
    switch (field.scalar()) {
      case Scalar::kNested:
        return nested(type, field, value);
      case Scalar::kBoolean:
        return out_.boolean(truth(type, field, value));
      case Scalar::kByte:
        return octet(type, field, value);
      case Scalar::kChar:
        return character(type, field, value);
      case Scalar::kString:
        return string(type, field, value);
      case Scalar::kWstring:
        return wide_string(type, field, value);
      case Scalar::kFloat:
        return out_.real(static_cast<float>(real(type, field, value)), value);
      case Scalar::kDouble:
        return out_.real(real(type, field, value), value);
      default:
        return integer(type, field, value);
    }
  }

  Value nested(const MessageClass& type, const Field& field, nb::handle value) {
    const MessageClass& wanted = field.nested();
    if (!wanted.has(value)) fail_kind(type, field, wanted.name().c_str(), value);
    return message(wanted, value);
  }

  static bool truth(const MessageClass& type, const Field& field, nb::handle value) {
    if (PyBool_Check(value.ptr())) return value.is(Py_True);
    // What numpy makes of a comparison.
    const char* const name = Py_TYPE(value.ptr())->tp_name;
    if (std::strcmp(name, "numpy.bool_") != 0 && std::strcmp(name, "numpy.bool") != 0) {
      fail_kind(type, field, "a bool", value);
    }
    const int truth = PyObject_IsTrue(value.ptr());
    if (truth < 0) fail_with_raised(type, field);
    return truth != 0;
  }

  Value octet(const MessageClass& type, const Field& field, nb::handle value) {
    const bool bytes = PyBytes_Check(value.ptr());
    if (!bytes && !PyByteArray_Check(value.ptr())) fail_kind(type, field, "bytes", value);
    const Py_ssize_t size = PyObject_Size(value.ptr());
    if (size != 1) fail(PyExc_ValueError, type, field, "must be one byte; it has %zd", size);
    return out_.octet(bytes ? PyBytes_AS_STRING(value.ptr()) : PyByteArray_AS_STRING(value.ptr()));
  }

  Value character(const MessageClass& type, const Field& field, nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) fail_kind(type, field, "a str", value);
    if (PyUnicode_GetLength(value.ptr()) != 1 || PyUnicode_ReadChar(value.ptr(), 0) > 255) {
      fail(PyExc_ValueError, type, field, "must be one character below 256, not %R", value.ptr());
    }
    return out_.character(static_cast<std::uint8_t>(PyUnicode_ReadChar(value.ptr(), 0)));
  }

  static void check_bound(const MessageClass& type, const Field& field, std::size_t length,
                          const char* unit) {
    if (field.string_bound() != 0 && length > field.string_bound()) {
      fail(PyExc_ValueError, type, field, "must have at most %zu %s; it has %zu",
           field.string_bound(), unit, length);
    }
    if (length >= std::numeric_limits<std::uint32_t>::max()) {
      fail(PyExc_ValueError, type, field, "is longer than a message can be");
    }
  }

  Value string(const MessageClass& type, const Field& field, nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) fail_kind(type, field, "a str", value);
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (text == nullptr) fail_text(type, field);
    check_bound(type, field, static_cast<std::size_t>(size), "bytes in UTF-8");
    return out_.string(text, static_cast<std::size_t>(size), value);
  }

  // Half a surrogate pair. The words of the error that Python raised say where.
  [[noreturn]] static void fail_text(const MessageClass& type, const Field& field) {
    nb::python_error raised;
    fail(PyExc_ValueError, type, field, "is no text that can be encoded: %S",
         raised.value().ptr());
  }

  Value wide_string(const MessageClass& type, const Field& field, nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) fail_kind(type, field, "a str", value);
    const char* const order = codec::kLittleEndianHost ? "utf-16-le" : "utf-16-be";
    const nb::object units =
      nb::steal(PyUnicode_AsEncodedString(value.ptr(), order, "surrogatepass"));
    if (!units) fail_text(type, field);
    const std::size_t count = static_cast<std::size_t>(PyBytes_GET_SIZE(units.ptr())) / 2;
    check_bound(type, field, count, "units of UTF-16");
    return out_.wide_string(PyBytes_AS_STRING(units.ptr()), count);
  }

  static double real(const MessageClass& type, const Field& field, nb::handle value) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred()) {
      if (!PyErr_ExceptionMatches(PyExc_TypeError)) fail_with_raised(type, field);
      PyErr_Clear();
      fail_kind(type, field, "a float", value);
    }
    return number;
  }

  Value integer(const MessageClass& type, const Field& field, nb::handle value) {
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (!index) {
      if (!PyErr_ExceptionMatches(PyExc_TypeError)) fail_with_raised(type, field);
      PyErr_Clear();
      fail_kind(type, field, "an int", value);
    }
    const NumberKind& kind = *field.number();
    if (kind.scalar == Scalar::kUint64) return out_.integer(kind, large(type, field, index), index);
    int beyond = 0;
    const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &beyond);
    const bool is_unsigned = kind.dtype[0] == 'u';
    const int bits = static_cast<int>(8 * kind.size);
    const long long low = is_unsigned ? 0 : -1LL - ((1ULL << (bits - 1)) - 1);
    const long long high =
      static_cast<long long>(is_unsigned ? (1ULL << bits) - 1 : (1ULL << (bits - 1)) - 1);
    if (beyond != 0 || number < low || number > high) fail_range(type, field, index);
    return out_.integer(kind, static_cast<std::uint64_t>(number), index);
  }

  static std::uint64_t large(const MessageClass& type, const Field& field, nb::handle index) {
    const unsigned long long number = PyLong_AsUnsignedLongLong(index.ptr());
    if (number == static_cast<unsigned long long>(-1) && PyErr_Occurred()) {
      PyErr_Clear();
      fail_range(type, field, index);
    }
    return number;
  }

  [[noreturn]] static void fail_range(const MessageClass& type, const Field& field,
                                      nb::handle index) {
    fail(PyExc_OverflowError, type, field, "has type %s, which cannot hold %S",
         field.number()->dtype, index.ptr());
  }

  Out& out_;
};

}  // namespace ranvier::python
