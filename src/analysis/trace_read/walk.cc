#include <algorithm>
#include <bit>
#include <cstring>

#include "analysis/trace_read/layout.h"
#include "analysis/trace_read/shape.h"

namespace ranvier::trace_read {
namespace {

class Walk final {
 public:
  Walk(BitPlace& at, std::span<Found> found, std::vector<std::uint64_t>& registers)
      : at_(at), found_(found), registers_(registers) {}

  bool over(const Shape& shape) {
    if (!align(shape.align)) return false;
    switch (shape.kind) {
      case Shape::Kind::kInteger: return integer(shape);
      case Shape::Kind::kSkip: return skip(shape.bits);
      case Shape::Kind::kString: return string(shape);
      case Shape::Kind::kArray: return array(shape, shape.count);
      case Shape::Kind::kSequence: return array(shape, registers_[shape.look]);
      case Shape::Kind::kStruct: return structure(shape);
      case Shape::Kind::kVariant: return variant(shape);
    }
    return false;
  }

 private:
  [[nodiscard]] std::size_t left() const { return at_.end - at_.at; }
  bool skip(std::size_t bits) {
    if (bits > left()) return false;
    at_.at += bits;
    return true;
  }
  bool align(std::size_t bits) {
    const std::size_t over = (at_.at + at_.phase) & (bits - 1);
    return over == 0 || skip(bits - over);
  }
  [[nodiscard]] const std::uint8_t* byte() const { return at_.base + at_.at / 8; }
  [[nodiscard]] bool is_at_byte() const { return at_.at % 8 == 0; }

  bool integer(const Shape& shape) {
    if (shape.bits > left()) return false;
    std::uint64_t value = 0;
    if (is_at_byte() && shape.bits % 8 == 0 && std::has_single_bit(shape.bits)) {
      constexpr bool kBig = std::endian::native == std::endian::big;
      value = load(byte(), shape.bits / 8u, shape.is_signed, shape.is_big_endian != kBig);
    } else {
      value = bits(shape);
    }
    at_.at += shape.bits;
    if (shape.keep != 0) registers_[shape.keep] = value;
    if (shape.place < found_.size()) found_[shape.place] = {value, nullptr, 0, shape.bits};
    return true;
  }

  // A number of some bits: by CTF they begin in the low end of a byte where the low bytes come
  // first, and in the high end where the high ones do.
  [[nodiscard]] std::uint64_t bits(const Shape& shape) const {
    std::uint64_t value = 0;
    std::size_t at = at_.at;
    for (unsigned got = 0; got < shape.bits;) {
      const auto before = static_cast<unsigned>(at % 8);
      const unsigned here = std::min<unsigned>(8 - before, shape.bits - got);
      const unsigned shift = shape.is_big_endian ? 8 - before - here : before;
      const std::uint64_t piece = (at_.base[at / 8] >> shift) & ((1u << here) - 1);
      value = shape.is_big_endian ? value << here | piece : value | piece << got;
      got += here;
      at += here;
    }
    if (!shape.is_signed || shape.bits == 64) return value;
    const unsigned above = 64u - shape.bits;
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << above) >> above);
  }

  bool string(const Shape& shape) {
    const std::size_t size = left() / 8;
    const void* zero = size == 0 ? nullptr : std::memchr(byte(), 0, size);
    if (zero == nullptr) return false;
    const auto length = static_cast<std::size_t>(static_cast<const std::uint8_t*>(zero) - byte());
    if (shape.place < found_.size()) found_[shape.place] = {0, byte(), length, 8};
    return skip(8 * (length + 1));
  }

  bool array(const Shape& shape, std::uint64_t count) {
    const Shape& each = shape.parts.front();
    if (count > left()) return false;  // of each there is a bit at least
    if (each.kind == Shape::Kind::kInteger && each.bits % each.align == 0) {
      if (count > left() / each.bits) return false;
      if (each.bits == 8 && is_at_byte() && shape.place < found_.size()) {
        found_[shape.place] = {0, byte(), static_cast<std::size_t>(count), 8};
      }
      return skip(count * each.bits);
    }
    for (; count > 0; --count) {
      if (!over(each)) return false;
    }
    return true;
  }

  bool structure(const Shape& shape) {
    return std::all_of(shape.parts.begin(), shape.parts.end(),
                       [this](const Shape& part) { return over(part); });
  }

  bool variant(const Shape& shape) {
    const std::uint64_t value = registers_[shape.look];
    for (const Shape::Choice& choice : shape.choices) {
      if (choice.has(value)) return over(shape.parts[choice.part]);
    }
    return false;
  }

  BitPlace& at_;
  const std::span<Found> found_;
  std::vector<std::uint64_t>& registers_;
};

}  // namespace

bool walk(const Shape& shape, BitPlace& at, std::span<Found> found,
          std::vector<std::uint64_t>& registers) {
  if (registers.size() <= shape.registers) registers.resize(shape.registers + std::size_t{1});
  return Walk(at, found, registers).over(shape);
}

}  // namespace ranvier::trace_read
