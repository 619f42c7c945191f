#include "extension/snapshot.h"

#include <atomic>
#include <memory>
#include <utility>

#include "extension/convert.h"
#include "extension/errors.h"
#include "extension/lent_array.h"
#include "extension/message_walk.h"

namespace ranvier::python {
namespace {

// Makes nothing of what a walk finds.
class Nothing final {
 public:
  struct Value {};
  Value message(const MessageClass&) { return {}; }
  Value list(const Field&, std::size_t) { return {}; }
  void set(Value, const Field&, Value) {}
  void append(Value, Value) {}
  Value ended(const Field&, Value made) { return made; }
  Value numbers(const Field&, Buffer&, PyObject*&) { return {}; }
  Value octets(const Field&, nb::handle) { return {}; }
  Value boolean(bool) { return {}; }
  Value octet(const char*) { return {}; }
  Value character(std::uint8_t) { return {}; }
  Value real(double, nb::handle) { return {}; }
  Value integer(const NumberKind&, std::uint64_t, nb::handle) { return {}; }
  Value string(const char*, std::size_t, nb::handle) { return {}; }
  Value wide_string(const char*, std::size_t) { return {}; }
};

// Makes of what a walk finds what decode() would make of it. What cannot change is shared.
class Copier final {
 public:
  using Value = nb::object;

  explicit Copier(const Room& room) : room_(room) {}
  std::size_t size() const noexcept { return size_; }

  Value message(const MessageClass& type) { return type.blank(); }
  void set(Value& message, const Field& field, Value value) {
    field.slot(message) = value.release().ptr();
  }
  Value list(const Field&, std::size_t) { return nb::list(); }
  void append(Value& list, const Value& element) {
    if (PyList_Append(list.ptr(), element.ptr()) != 0) throw nb::python_error();
  }
  Value ended(const Field& field, Value list) {
    if (field.number() == nullptr) return list;
    return field.repeat() == codec::Repeat::kArray ? fixed_array_of(*field.number(), list)
                                                   : sequence_of(*field.number(), list);
  }
  Value numbers(const Field& field, Buffer& buffer, PyObject*& slot) {
    const NumberKind& kind = *field.number();
    const std::size_t count = static_cast<std::size_t>(buffer->len) / kind.size;
    size_ += count * kind.size;
    if (field.repeat() == codec::Repeat::kArray) return new_numpy(kind, buffer->buf, count);
    if (count * kind.size < kBulk) return new_array(kind, buffer->buf, count);
    Py_buffer given_back = buffer.release();  // else nobody can share it
    PyBuffer_Release(&given_back);
    constexpr Py_ssize_t kReferences = 2;  // the slot's, and the walk's
    if (nb::object shared = shared_array(kind, slot, kReferences)) return shared;
    return copied(kind, slot, count);
  }
  Value octets(const Field&, nb::handle bytes) {
    nb::list list;
    size_ += static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()));
    for (Py_ssize_t i = 0; i < PyBytes_GET_SIZE(bytes.ptr()); ++i) {
      list.append(nb::bytes(PyBytes_AS_STRING(bytes.ptr()) + i, 1));
    }
    return list;
  }
  Value boolean(bool truth) { return counted(1, Py_NewRef(truth ? Py_True : Py_False)); }
  Value octet(const char* byte) { return counted(1, PyBytes_FromStringAndSize(byte, 1)); }
  Value character(std::uint8_t character) { return counted(1, PyUnicode_FromOrdinal(character)); }
  template <typename Number>
  Value real(Number number, nb::handle value) {
    const bool same = PyFloat_CheckExact(value.ptr()) && PyFloat_AS_DOUBLE(value.ptr()) == number;
    return counted(sizeof number, same ? Py_NewRef(value.ptr()) : PyFloat_FromDouble(number));
  }
  Value integer(const NumberKind& kind, std::uint64_t number, nb::handle index) {
    if (PyLong_CheckExact(index.ptr())) return counted(kind.size, Py_NewRef(index.ptr()));
    return counted(kind.size, kind.scalar == codec::Scalar::kUint64
                                ? PyLong_FromUnsignedLongLong(number)
                                : PyLong_FromLongLong(static_cast<long long>(number)));
  }
  Value string(const char*, std::size_t size, nb::handle value) {
    return counted(size, PyUnicode_FromObject(value.ptr()));  // itself, unless its class derives
  }
  Value wide_string(const char* units, std::size_t count) {
    int order = codec::kLittleEndianHost ? -1 : 1;
    return counted(4 * count, PyUnicode_DecodeUTF16(units, static_cast<Py_ssize_t>(2 * count),
                                                    "surrogatepass", &order));
  }

 private:
  nb::object counted(std::size_t size, PyObject* made) {
    if (made == nullptr) throw nb::python_error();
    size_ += size;
    return nb::steal(made);
  }

  // Whoever has the numbers may change them.
  nb::object copied(const NumberKind& kind, nb::handle array, std::size_t count) {
    const Buffer from(array);
    const std::size_t size = count * kind.size;
    const MessagePtr room = room_ ? room_(codec::kEncapsulationSize + size) : MessagePtr();
    if (!room) return new_array(kind, from->buf, count);
    auto* const to = const_cast<std::uint8_t*>(room->bytes().data) + codec::kEncapsulationSize;
    const auto copy = [&] { codec::copy_bytes(to, from->buf, size); };
    if (size < kWorthReleasing) {
      copy();
    } else {
      without_gil(copy);
    }
    return lent_array(kind, to, count, keeper_of(room));
  }

  const Room& room_;
  std::size_t size_ = 0;
};

// A message of Python in one of the core, and in the list of those that are left.
struct Travelling {
  PyObject* message;
  Travelling* next;
};

// What no message of the core has any more, and whoever has the GIL next is to let go of: the last
// reference may go under locks of the core, where nobody may wait for the GIL.
std::atomic<Travelling*> left{nullptr};

void let_go_of_left() {
  Travelling* one = left.exchange(nullptr, std::memory_order_acquire);
  while (one != nullptr) {
    const std::unique_ptr<Travelling> gone(std::exchange(one, one->next));
    Py_DECREF(gone->message);
  }
}

int let_go_of_left_later(void*) {
  let_go_of_left();
  return 0;
}

void leave(void* travelling) noexcept {
  auto* const one = static_cast<Travelling*>(travelling);
  one->next = left.load(std::memory_order_relaxed);
  while (!left.compare_exchange_weak(one->next, one, std::memory_order_release,
                                     std::memory_order_relaxed)) {
  }
  if (one->next == nullptr && Py_IsInitialized()) Py_AddPendingCall(&let_go_of_left_later, nullptr);
}

}  // namespace

void check_message(nb::handle message, MessageClass& type) {
  type.require(message);
  Nothing nothing;
  MessageWalk(nothing).message(type, message);
}

Copied copied(nb::handle message, MessageClass& type, const Room& room) {
  type.require(message);
  Copier copier(room);
  nb::object copy = MessageWalk(copier).message(type, message);
  return {std::move(copy), copier.size()};
}

const AdaptedType& travelling() noexcept {
  static const AdaptedType type{&typeid(Travelling), nullptr, nullptr, &leave};
  return type;
}

void* to_travel(nb::object message) {
  let_go_of_left();
  return new Travelling{message.release().ptr(), nullptr};
}

nb::object travelled(const MessagePtr& message, MessageClass& type) {
  const auto* const there = static_cast<const Travelling*>(message->adapted(typeid(Travelling)));
  if (there == nullptr) return {};
  if (Py_TYPE(there->message) != reinterpret_cast<PyTypeObject*>(type.type().ptr())) {
    // The same type of ROS, and another class of Python.
    return decode(serialized(there->message, message_class(Py_TYPE(there->message))), type);
  }
  const std::unique_ptr<Travelling> own(
      static_cast<Travelling*>(Message::take_adapted(message, typeid(Travelling))));
  return own ? nb::steal(own->message) : copied(there->message, type).message;
}

}  // namespace ranvier::python
