// Python messages to CDR: what convert.h says of encode() and Encoded.
#include <cstring>
#include <limits>
#include <utility>

#include "extension/convert.h"
#include "extension/message_class.h"
#include "extension/numbers.h"
#include "ranvier/codec/cdr.h"

namespace ranvier::python {

using codec::kEncapsulationSize;
using codec::Repeat;
using codec::Scalar;

Encoded::~Encoded() {
  for (Bulk& bulk : bulk_) PyBuffer_Release(&bulk.buffer);
}

std::size_t Encoded::size() const noexcept { return small_.size() + bulk_size_; }

void Encoded::write_to(std::uint8_t* to) const noexcept {
  std::size_t from = 0;
  const auto copy = [&](const void* bytes, std::size_t count) {
    if (count != 0) codec::copy_bytes(to, bytes, count);
    to += count;
  };
  for (const Bulk& bulk : bulk_) {
    copy(small_.data() + from, bulk.at - from);
    copy(bulk.buffer.buf, static_cast<std::size_t>(bulk.buffer.len));
    from = bulk.at;
  }
  copy(small_.data() + from, small_.size() - from);
}

namespace {

// A value of the wrong kind, and what it is.
[[noreturn]] void fail_kind(const MessageClass& type, const Field& field, const char* wanted,
                            nb::handle value) {
  fail(PyExc_TypeError, type, field, "must be %s, not '%s'", wanted, Py_TYPE(value.ptr())->tp_name);
}

// A list or tuple stays itself; other iterables become a list. Text is neither.
nb::object elements_of(const MessageClass& type, const Field& field, nb::handle value) {
  if (PyUnicode_Check(value.ptr())) fail_kind(type, field, "a sequence", value);
  nb::object elements = nb::steal(PySequence_Fast(value.ptr(), ""));
  if (!elements) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) fail_with_raised(type, field);
    PyErr_Clear();
    fail_kind(type, field, "a sequence", value);
  }
  return elements;
}

}  // namespace

// Goes through a message and its fields.
class Writer final {
 public:
  explicit Writer(Encoded& to) : to_(to) {
    to_.small_.reserve(256);
    to_.small_.resize(kEncapsulationSize);
    codec::write_encapsulation(to_.small_.data());
  }

  void message(const MessageClass& type, nb::handle message) {
    if (type.fields().empty()) put(std::uint8_t{0});
    for (const Field& field : type.fields()) {
      PyObject* const value = field.slot(message);
      if (value == nullptr) fail(PyExc_TypeError, type, field, "is not set");
      // Of its own: what is called meanwhile may assign another.
      const nb::object kept = nb::borrow(value);
      field.repeats() ? repeated(type, field, kept) : one(type, field, kept);
    }
  }

 private:
  std::size_t position() const noexcept {
    return to_.small_.size() - kEncapsulationSize + to_.bulk_size_;
  }
  void align(std::size_t alignment) {
    const std::size_t gap = codec::align_up(position(), alignment) - position();
    to_.small_.resize(to_.small_.size() + gap);
  }
  void put_bytes(const void* bytes, std::size_t count) {
    const auto* const from = static_cast<const std::uint8_t*>(bytes);
    to_.small_.insert(to_.small_.end(), from, from + count);
  }
  template <typename Number>
  void put(Number number) {
    align(sizeof(Number));
    put_bytes(&number, sizeof(Number));
  }

  void repeated(const MessageClass& type, const Field& field, nb::handle value) {
    if (field.number()) {
      Buffer buffer(value);
      if (buffer.holds(*field.number())) return bulk(type, field, buffer);
    }
    if (field.scalar() == Scalar::kByte && PyBytes_Check(value.ptr())) {
      const std::size_t size = static_cast<std::size_t>(PyBytes_GET_SIZE(value.ptr()));
      put_count(type, field, size);
      return put_bytes(PyBytes_AS_STRING(value.ptr()), size);
    }
    const nb::object elements = elements_of(type, field, value);
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(elements.ptr());
    put_count(type, field, static_cast<std::size_t>(count));
    for (Py_ssize_t i = 0; i < count; ++i) {
      // An element may run code, such as __index__(), which changes the list.
      if (PySequence_Fast_GET_SIZE(elements.ptr()) != count) {
        fail(PyExc_RuntimeError, type, field, "changed its length while it was encoded");
      }
      one(type, field, nb::borrow(PySequence_Fast_GET_ITEM(elements.ptr(), i)));
    }
  }

  void put_count(const MessageClass& type, const Field& field, std::size_t count) {
    const Repeat repeat = field.repeat();
    if (repeat == Repeat::kArray && count != field.capacity()) {
      fail(PyExc_ValueError, type, field, "must have %zu elements; it has %zu", field.capacity(),
           count);
    }
    if (repeat == Repeat::kBoundedSequence && count > field.capacity()) {
      fail(PyExc_ValueError, type, field, "must have at most %zu elements; it has %zu",
           field.capacity(), count);
    }
    if (repeat == Repeat::kArray) return;
    if (count > std::numeric_limits<std::uint32_t>::max()) {
      fail(PyExc_ValueError, type, field, "has %zu elements, more than a message can have", count);
    }
    put(static_cast<std::uint32_t>(count));
  }

  void bulk(const MessageClass& type, const Field& field, Buffer& buffer) {
    const std::size_t size = static_cast<std::size_t>(buffer->len);
    put_count(type, field, size / field.number()->size);
    if (size == 0) return;
    align(field.number()->size);
    if (size < kBulk) return put_bytes(buffer->buf, size);
    to_.bulk_.push_back({to_.small_.size(), *buffer});
    buffer.release();
    to_.bulk_size_ += size;
  }

  void one(const MessageClass& type, const Field& field, nb::handle value) {
    switch (field.scalar()) {
      case Scalar::kNested:
        return nested(type, field, value);
      case Scalar::kBoolean:
        return boolean(type, field, value);
      case Scalar::kByte:
        return octet(type, field, value);
      case Scalar::kChar:
        return character(type, field, value);
      case Scalar::kString:
        return string(type, field, value);
      case Scalar::kWstring:
        return wide_string(type, field, value);
      case Scalar::kFloat:
        return put(static_cast<float>(real(type, field, value)));
      case Scalar::kDouble:
        return put(real(type, field, value));
      default:
        return integer(type, field, value);
    }
  }

  void nested(const MessageClass& type, const Field& field, nb::handle value) {
    const MessageClass& wanted = field.nested();
    if (!wanted.has(value)) fail_kind(type, field, wanted.name().c_str(), value);
    message(wanted, value);
  }

  void boolean(const MessageClass& type, const Field& field, nb::handle value) {
    int truth = value.is(Py_True);
    if (!PyBool_Check(value.ptr())) {
      // What numpy makes of a comparison.
      const char* const name = Py_TYPE(value.ptr())->tp_name;
      if (std::strcmp(name, "numpy.bool_") != 0 && std::strcmp(name, "numpy.bool") != 0) {
        fail_kind(type, field, "a bool", value);
      }
      truth = PyObject_IsTrue(value.ptr());
      if (truth < 0) fail_with_raised(type, field);
    }
    put(static_cast<std::uint8_t>(truth));
  }

  void octet(const MessageClass& type, const Field& field, nb::handle value) {
    const bool bytes = PyBytes_Check(value.ptr());
    if (!bytes && !PyByteArray_Check(value.ptr())) fail_kind(type, field, "bytes", value);
    const Py_ssize_t size = PyObject_Size(value.ptr());
    if (size != 1) fail(PyExc_ValueError, type, field, "must be one byte; it has %zd", size);
    put_bytes(bytes ? PyBytes_AS_STRING(value.ptr()) : PyByteArray_AS_STRING(value.ptr()), 1);
  }

  void character(const MessageClass& type, const Field& field, nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) fail_kind(type, field, "a str", value);
    if (PyUnicode_GetLength(value.ptr()) != 1 || PyUnicode_ReadChar(value.ptr(), 0) > 255) {
      fail(PyExc_ValueError, type, field, "must be one character below 256, not %R", value.ptr());
    }
    put(static_cast<std::uint8_t>(PyUnicode_ReadChar(value.ptr(), 0)));
  }

  void check_bound(const MessageClass& type, const Field& field, std::size_t length,
                   const char* unit) {
    if (field.string_bound() != 0 && length > field.string_bound()) {
      fail(PyExc_ValueError, type, field, "must have at most %zu %s; it has %zu",
           field.string_bound(), unit, length);
    }
    if (length >= std::numeric_limits<std::uint32_t>::max()) {
      fail(PyExc_ValueError, type, field, "is longer than a message can be");
    }
  }

  void string(const MessageClass& type, const Field& field, nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) fail_kind(type, field, "a str", value);
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_AsUTF8AndSize(value.ptr(), &size);
    if (text == nullptr) fail_text(type, field);
    check_bound(type, field, static_cast<std::size_t>(size), "bytes in UTF-8");
    put(static_cast<std::uint32_t>(size + 1));
    put_bytes(text, static_cast<std::size_t>(size) + 1);
  }

  // Half a surrogate pair. The words of the error that Python raised say where.
  [[noreturn]] void fail_text(const MessageClass& type, const Field& field) {
    nb::python_error raised;
    fail(PyExc_ValueError, type, field, "is no text that can be encoded: %S",
         raised.value().ptr());
  }

  // Four bytes for each unit of UTF-16, as ROS 2 on Cyclone DDS sends it.
  void wide_string(const MessageClass& type, const Field& field, nb::handle value) {
    if (!PyUnicode_Check(value.ptr())) fail_kind(type, field, "a str", value);
    const char* const order = codec::kLittleEndianHost ? "utf-16-le" : "utf-16-be";
    const nb::object units =
      nb::steal(PyUnicode_AsEncodedString(value.ptr(), order, "surrogatepass"));
    if (!units) fail_text(type, field);
    const std::size_t count = static_cast<std::size_t>(PyBytes_GET_SIZE(units.ptr())) / 2;
    check_bound(type, field, count, "units of UTF-16");
    put(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      char16_t unit;
      std::memcpy(&unit, PyBytes_AS_STRING(units.ptr()) + 2 * i, sizeof(unit));
      put(static_cast<std::uint32_t>(unit));
    }
  }

  double real(const MessageClass& type, const Field& field, nb::handle value) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1.0 && PyErr_Occurred()) {
      if (!PyErr_ExceptionMatches(PyExc_TypeError)) fail_with_raised(type, field);
      PyErr_Clear();
      fail_kind(type, field, "a float", value);
    }
    return number;
  }

  void integer(const MessageClass& type, const Field& field, nb::handle value) {
    const nb::object index = nb::steal(PyNumber_Index(value.ptr()));
    if (!index) {
      if (!PyErr_ExceptionMatches(PyExc_TypeError)) fail_with_raised(type, field);
      PyErr_Clear();
      fail_kind(type, field, "an int", value);
    }
    const NumberKind& kind = *field.number();
    if (kind.scalar == Scalar::kUint64) return put(large(type, field, index));
    int beyond = 0;
    const long long number = PyLong_AsLongLongAndOverflow(index.ptr(), &beyond);
    const bool is_unsigned = kind.dtype[0] == 'u';
    const int bits = static_cast<int>(8 * kind.size);
    const long long low = is_unsigned ? 0 : -1LL - ((1ULL << (bits - 1)) - 1);
    const long long high =
      static_cast<long long>(is_unsigned ? (1ULL << bits) - 1 : (1ULL << (bits - 1)) - 1);
    if (beyond != 0 || number < low || number > high) fail_range(type, field, index);
    align(kind.size);
    if constexpr (codec::kLittleEndianHost) {
      put_bytes(&number, kind.size);
    } else {
      put_bytes(reinterpret_cast<const char*>(&number) + sizeof(number) - kind.size, kind.size);
    }
  }

  std::uint64_t large(const MessageClass& type, const Field& field, nb::handle index) {
    const unsigned long long number = PyLong_AsUnsignedLongLong(index.ptr());
    if (number == static_cast<unsigned long long>(-1) && PyErr_Occurred()) {
      PyErr_Clear();
      fail_range(type, field, index);
    }
    return number;
  }

  [[noreturn]] void fail_range(const MessageClass& type, const Field& field, nb::handle index) {
    fail(PyExc_OverflowError, type, field, "has type %s, which cannot hold %S",
         field.number()->dtype, index.ptr());
  }

  Encoded& to_;
};

Encoded encode(nb::handle message, MessageClass& type) {
  if (!type.has(message)) {
    raise(PyExc_TypeError, "Expected %s, got '%s'", type.name().c_str(),
          Py_TYPE(message.ptr())->tp_name);
  }
  Encoded encoded;
  Writer(encoded).message(type, message);
  return encoded;
}

}  // namespace ranvier::python
