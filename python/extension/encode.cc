// Python messages to CDR: what convert.h says of encode() and Encoded.
#include <cstring>
#include <utility>

#include "extension/convert.h"
#include "extension/gil.h"
#include "extension/message_walk.h"

namespace ranvier::python {

using codec::kEncapsulationSize;
using codec::Repeat;

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

// Writes what a walk finds, in its order.
class Writer final {
 public:
  struct Value {};

  explicit Writer(Encoded& to) : to_(to) {
    to_.small_.reserve(256);
    to_.small_.resize(kEncapsulationSize);
    codec::write_encapsulation(to_.small_.data());
  }

  Value message(const MessageClass& type) {
    return type.fields().empty() ? put(std::uint8_t{0}) : Value();
  }
  Value list(const Field& field, std::size_t count) {
    if (field.repeat() != Repeat::kArray) put(static_cast<std::uint32_t>(count));
    return {};
  }
  void set(Value, const Field&, Value) {}
  void append(Value, Value) {}
  Value ended(const Field&, Value made) { return made; }

  Value numbers(const Field& field, Buffer& buffer, PyObject*&) {
    const std::size_t size = static_cast<std::size_t>(buffer->len);
    list(field, size / field.number()->size);
    if (size == 0) return {};
    align(field.number()->size);
    if (size < kBulk) return put_bytes(buffer->buf, size);
    to_.bulk_.push_back({to_.small_.size(), *buffer});
    buffer.release();
    to_.bulk_size_ += size;
    return {};
  }
  Value octets(const Field& field, nb::handle bytes) {
    const std::size_t size = static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()));
    list(field, size);
    return put_bytes(PyBytes_AS_STRING(bytes.ptr()), size);
  }

  Value boolean(bool truth) { return put(static_cast<std::uint8_t>(truth)); }
  Value octet(const char* byte) { return put_bytes(byte, 1); }
  Value character(std::uint8_t character) { return put(character); }
  template <typename Number>
  Value real(Number number, nb::handle) {
    return put(number);
  }
  Value integer(const NumberKind& kind, std::uint64_t number, nb::handle) {
    align(kind.size);
    const auto* const bytes = reinterpret_cast<const char*>(&number);
    return put_bytes(codec::kLittleEndianHost ? bytes : bytes + sizeof number - kind.size,
                     kind.size);
  }
  Value string(const char* text, std::size_t size, nb::handle) {
    put(static_cast<std::uint32_t>(size + 1));
    return put_bytes(text, size + 1);
  }
  // Four bytes for each unit of UTF-16, as ROS 2 on Cyclone DDS sends it.
  Value wide_string(const char* units, std::size_t count) {
    put(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      char16_t unit;
      std::memcpy(&unit, units + 2 * i, sizeof(unit));
      put(static_cast<std::uint32_t>(unit));
    }
    return {};
  }

 private:
  std::size_t position() const noexcept {
    return to_.small_.size() - kEncapsulationSize + to_.bulk_size_;
  }
  void align(std::size_t alignment) {
    const std::size_t gap = codec::align_up(position(), alignment) - position();
    to_.small_.resize(to_.small_.size() + gap);
  }
  Value put_bytes(const void* bytes, std::size_t count) {
    const auto* const from = static_cast<const std::uint8_t*>(bytes);
    to_.small_.insert(to_.small_.end(), from, from + count);
    return {};
  }
  template <typename Number>
  Value put(Number number) {
    align(sizeof(Number));
    return put_bytes(&number, sizeof(Number));
  }

  Encoded& to_;
};

namespace {

std::uint64_t encodings_made = 0;  // with the GIL

}  // namespace

std::uint64_t encodings() noexcept { return encodings_made; }

Encoded encode(nb::handle message, MessageClass& type) {
  type.require(message);
  Encoded encoded;
  Writer to(encoded);
  MessageWalk(to).message(type, message);
  ++encodings_made;
  return encoded;
}

nb::bytes serialized(nb::handle message, MessageClass& type) {
  const Encoded encoded = encode(message, type);
  nb::bytes bytes(nullptr, encoded.size());
  auto* const to = reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(bytes.ptr()));
  if (encoded.size() < kWorthReleasing) {
    encoded.write_to(to);
  } else {
    const LeaveGil left;
    encoded.write_to(to);
  }
  return bytes;
}

}  // namespace ranvier::python
