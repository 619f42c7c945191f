#include "analysis/trace_read/places.h"

#include <algorithm>

namespace ranvier::trace_read {
namespace {

using Kind = Type::Kind;

// Of an array its element, else the type itself.
const Type& unit_of(const Type& type) {
  return type.kind == Kind::kArray ? *type.members.front().type : type;
}

bool is_native(const Type& type, bool is_little_endian) {
  return !type.is_little || *type.is_little == is_little_endian || type.bits == 8;
}

// Bits to which a struct is aligned, should all its members be whole integers.
std::size_t align_of(const Type& type) {
  std::size_t bits = type.align;
  for (const Field& field : type.members) {
    bits = std::max<std::size_t>(bits, unit_of(*field.type).align);
  }
  return bits;
}

}  // namespace

std::size_t bytes_of(const Type& type) noexcept {
  if (type.kind == Kind::kString) return 0;
  return std::size_t{unit_of(type).bits} / 8 * (type.kind == Kind::kArray ? type.count : 1);
}

bool is_plain(const Type& type, bool is_little_endian) noexcept {
  const auto is_plain_field = [&](const Field& field) {
    const Type& unit = unit_of(*field.type);
    if (unit.align != 8) return false;
    if (field.type->kind == Kind::kString) return true;
    return unit.is_whole_integer() && is_native(unit, is_little_endian);
  };
  return type.align <= 8 && std::all_of(type.members.begin(), type.members.end(), is_plain_field);
}

Places::Places(std::initializer_list<const Type*> structs, bool is_little_endian) {
  for (const Type* one : structs) {
    align(align_of(*one));
    for (const Field& field : one->members) add(field, is_little_endian);
  }
}

void Places::align(std::size_t bits) {
  const std::size_t bytes = std::max<std::size_t>(1, bits / 8);
  size_ = (size_ + bytes - 1) / bytes * bytes;
}

void Places::add(const Field& field, bool is_little_endian) {
  const Type& unit = unit_of(*field.type);
  fixed_ =
      fixed_ && unit.is_whole_integer() && unit.align % 8 == 0 && is_native(unit, is_little_endian);
  align(unit.align);
  const std::size_t size = bytes_of(*field.type);
  slots_.emplace_back(field.plain_name(),
                      Slot{static_cast<std::uint32_t>(size_), static_cast<std::uint32_t>(size),
                           static_cast<std::uint8_t>(unit.bits / 8), unit.is_signed});
  size_ += size;
}

Slot Places::find(std::string_view name) const {
  for (const auto& [known, slot] : slots_) {
    if (known == name) return slot;
  }
  return {};
}

}  // namespace ranvier::trace_read
