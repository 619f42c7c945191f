// CDR to Python messages: what convert.h says of decode().
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "extension/convert.h"
#include "extension/lent_array.h"
#include "extension/message_class.h"
#include "extension/numbers.h"
#include "ranvier/codec/cdr.h"

namespace ranvier::python {
namespace {

using codec::Repeat;
using codec::Scalar;

// What keeps the bytes for the arrays that refer to them, made for the first one.
class Owner {
 public:
  virtual nb::handle object() = 0;

 protected:
  ~Owner() = default;
};

class MessageOwner final : public Owner {
 public:
  explicit MessageOwner(const MessagePtr& message) : message_(message) {}
  nb::handle object() override {
    if (!object_) object_ = keeper_of(message_);
    return object_;
  }

 private:
  const MessagePtr& message_;
  nb::object object_;
};

class BufferOwner final : public Owner {
 public:
  explicit BufferOwner(nb::handle buffer) : buffer_(buffer) {}
  nb::handle object() override {
    if (!object_) {
      object_ = nb::steal(PyMemoryView_FromObject(buffer_.ptr()));
      if (!object_) throw nb::python_error();
    }
    return object_;
  }

 private:
  nb::handle buffer_;
  nb::object object_;
};

// Goes through the bytes, once and bounded: each length is checked against what is left.
class CdrReader final {
 public:
  CdrReader(codec::Decoder from, Owner& owner) : from_(from), owner_(owner) {}

  nb::object message(const MessageClass& type) {
    nb::object message = type.blank();
    if (type.fields().empty()) take(type, nullptr, 1);
    for (const Field& field : type.fields()) {
      nb::object value = field.repeats() ? repeated(type, field) : one(type, field);
      field.slot(message) = value.release().ptr();
    }
    return message;
  }

 private:
  [[noreturn]] void damaged(const MessageClass& type, const Field* field, const char* why) {
    std::string what = "The bytes are no message of type " + type.name() + ": ";
    if (field) what += "at the field '" + nb::cast<std::string>(field->name()) + "' ";
    what += why;
    throw DamagedMessage(what + " (byte " + std::to_string(from_.position()) + " of the payload)");
  }

  const unsigned char* take(const MessageClass& type, const Field* field, std::size_t count) {
    const unsigned char* const at = from_.take(count);
    if (at == nullptr) damaged(type, field, "they end");
    return at;
  }

  template <typename Number>
  Number number(const MessageClass& type, const Field& field) {
    Number value{};
    if (!from_.get(value)) damaged(type, &field, "they end");
    return value;
  }

  std::size_t count(const MessageClass& type, const Field& field, std::size_t least) {
    std::size_t count = 0;
    if (!from_.get_count(least, count)) damaged(type, &field, "a length is beyond their end");
    return count;
  }

  std::size_t elements(const MessageClass& type, const Field& field) {
    if (field.repeat() == Repeat::kArray) return field.capacity();
    const std::size_t elements = count(type, field, field.min_size());
    if (field.repeat() == Repeat::kBoundedSequence && elements > field.capacity()) {
      damaged(type, &field, "a sequence is longer than its bound");
    }
    return elements;
  }

  nb::object repeated(const MessageClass& type, const Field& field) {
    const std::size_t count = elements(type, field);
    if (field.number()) return numbers(type, field, count);
    nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(count)));
    if (!list) throw nb::python_error();
    for (std::size_t i = 0; i < count; ++i) {
      PyList_SET_ITEM(list.ptr(), static_cast<Py_ssize_t>(i), one(type, field).release().ptr());
    }
    return list;
  }

  nb::object numbers(const MessageClass& type, const Field& field, std::size_t count) {
    const NumberKind& kind = *field.number();
    const std::size_t size = count * kind.size;
    if (count != 0 && !from_.align(kind.size)) damaged(type, &field, "they end");
    const unsigned char* at = take(type, &field, size);
    const bool own_order = !from_.swaps() || kind.size == 1;
    const bool aligned = reinterpret_cast<std::uintptr_t>(at) % kind.size == 0;
    const bool fixed = field.repeat() == Repeat::kArray;
    if (size >= kBulk && own_order && aligned && !fixed) {
      return lent_array(kind, at, count, owner_.object());
    }
    std::vector<unsigned char> swapped;
    if (!own_order) {
      swapped.assign(at, at + size);
      for (std::size_t i = 0; i < size; i += kind.size) {
        std::reverse(swapped.data() + i, swapped.data() + i + kind.size);
      }
      at = swapped.data();
    }
    return fixed ? new_numpy(kind, at, count) : new_array(kind, at, count);
  }

  nb::object one(const MessageClass& type, const Field& field) {
    switch (field.scalar()) {
      case Scalar::kNested:
        return message(field.nested());
      case Scalar::kBoolean:
        return nb::borrow(*take(type, &field, 1) != 0 ? Py_True : Py_False);
      case Scalar::kByte:
        return nb::bytes(reinterpret_cast<const char*>(take(type, &field, 1)), 1);
      case Scalar::kChar:
        return checked(PyUnicode_FromOrdinal(*take(type, &field, 1)));
      case Scalar::kString:
        return string(type, field);
      case Scalar::kWstring:
        return wide_string(type, field);
      case Scalar::kFloat:
        return checked(PyFloat_FromDouble(number<float>(type, field)));
      case Scalar::kDouble:
        return checked(PyFloat_FromDouble(number<double>(type, field)));
      default:
        return integer(type, field);
    }
  }

  nb::object integer(const MessageClass& type, const Field& field) {
    switch (field.scalar()) {
      case Scalar::kInt8:
        return checked(PyLong_FromLong(number<std::int8_t>(type, field)));
      case Scalar::kUint8:
        return checked(PyLong_FromLong(number<std::uint8_t>(type, field)));
      case Scalar::kInt16:
        return checked(PyLong_FromLong(number<std::int16_t>(type, field)));
      case Scalar::kUint16:
        return checked(PyLong_FromLong(number<std::uint16_t>(type, field)));
      case Scalar::kInt32:
        return checked(PyLong_FromLong(number<std::int32_t>(type, field)));
      case Scalar::kUint32:
        return checked(PyLong_FromUnsignedLong(number<std::uint32_t>(type, field)));
      case Scalar::kInt64:
        return checked(PyLong_FromLongLong(number<std::int64_t>(type, field)));
      default:
        return checked(PyLong_FromUnsignedLongLong(number<std::uint64_t>(type, field)));
    }
  }

  // A count of zero is an empty string, as some writers send it.
  nb::object string(const MessageClass& type, const Field& field) {
    const std::size_t length = count(type, field, 1);
    const unsigned char* const at = take(type, &field, length);
    if (length == 0) return nb::str("");
    if (at[length - 1] != 0) damaged(type, &field, "a string has no end");
    check_bound(type, field, length - 1);
    const char* const text = reinterpret_cast<const char*>(at);
    return checked(PyUnicode_DecodeUTF8(text, static_cast<Py_ssize_t>(length - 1), "replace"));
  }

  nb::object wide_string(const MessageClass& type, const Field& field) {
    const std::size_t length = count(type, field, 4);
    check_bound(type, field, length);
    std::vector<char16_t> units(length);
    for (char16_t& unit : units) {
      const std::uint32_t wide = number<std::uint32_t>(type, field);
      if (wide > 0xFFFF) damaged(type, &field, "a character is no unit of UTF-16");
      unit = static_cast<char16_t>(wide);
    }
    int order = codec::kLittleEndianHost ? -1 : 1;
    return checked(PyUnicode_DecodeUTF16(reinterpret_cast<const char*>(units.data()),
                                         static_cast<Py_ssize_t>(2 * length), "surrogatepass",
                                         &order));
  }

  void check_bound(const MessageClass& type, const Field& field, std::size_t length) {
    if (field.string_bound() != 0 && length > field.string_bound()) {
      damaged(type, &field, "a string is longer than its bound");
    }
  }

  static nb::object checked(PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    return nb::steal(made);
  }

  codec::Decoder from_;
  Owner& owner_;
};

nb::object decode(const void* bytes, std::size_t size, MessageClass& type, Owner& owner) {
  codec::Decoder from(nullptr, 0);
  if (!codec::open_payload(bytes, size, from)) {
    throw DamagedMessage("The " + std::to_string(size) + " bytes are no message of type " +
                         type.name() + ": they do not begin with a header of plain CDR");
  }
  return CdrReader(from, owner).message(type);
}

}  // namespace

nb::object decode(const MessagePtr& message, MessageClass& type) {
  const Bytes bytes = message->bytes();
  if (bytes.data == nullptr) {
    throw DamagedMessage("A message of type " + type.name() + " has no encoded form");
  }
  MessageOwner owner(message);
  return decode(bytes.data, bytes.size, type, owner);
}

nb::object decode(nb::handle buffer, MessageClass& type) {
  const Buffer bytes(buffer);
  if (!bytes) {
    raise(PyExc_TypeError, "a message of type %s is decoded from bytes, not from '%s'",
          type.name().c_str(), Py_TYPE(buffer.ptr())->tp_name);
  }
  BufferOwner owner(buffer);
  return decode(bytes->buf, static_cast<std::size_t>(bytes->len), type, owner);
}

}  // namespace ranvier::python
