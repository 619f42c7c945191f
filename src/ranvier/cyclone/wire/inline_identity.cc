#include "ranvier/cyclone/wire/inline_identity.h"

#include <algorithm>
#include <bit>

namespace ranvier::cyclone {
namespace {

constexpr std::size_t kValue = 24;
constexpr std::uint16_t kSentinel = 1;

// One number from `size` bytes.
std::uint64_t number_at(const std::uint8_t* from, std::size_t size, bool little) noexcept {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | from[little ? size - 1 - i : i];
  return value;
}

void put_number(std::uint8_t* to, std::uint64_t value, std::size_t size) noexcept {
  constexpr bool kLittle = std::endian::native == std::endian::little;
  for (std::size_t i = 0; i < size; ++i) {
    to[kLittle ? i : size - 1 - i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
}

SampleIdentity identity_at(const std::uint8_t* value, bool little) noexcept {
  SampleIdentity identity;
  const std::size_t gid = identity.endpoint.bytes.size();
  std::copy_n(value, gid, identity.endpoint.bytes.begin());
  const std::uint64_t high = number_at(value + gid, 4, little);
  identity.number = static_cast<std::int64_t>(high << 32 | number_at(value + gid + 4, 4, little));
  return identity;
}

bool is_identity(std::uint64_t id) noexcept {
  return id == static_cast<std::uint16_t>(IdentityParameter::kStandard) ||
         id == static_cast<std::uint16_t>(IdentityParameter::kOld);
}

}  // namespace

InlineIdentity read_identity(const std::uint8_t* list, std::size_t size,
                             bool little_endian) noexcept {
  InlineIdentity found;
  while (size >= kParameterHeader && found.parameter != IdentityParameter::kStandard) {
    const std::uint64_t id = number_at(list, 2, little_endian);
    const std::size_t length = number_at(list + 2, 2, little_endian);
    if (id == kSentinel || length % 4 != 0 || length > size - kParameterHeader) break;
    if (is_identity(id) && length >= kValue) {
      found = {static_cast<IdentityParameter>(id),
               identity_at(list + kParameterHeader, little_endian)};
    }
    list += kParameterHeader + length;
    size -= kParameterHeader + length;
  }
  return found;
}

IdentityBytes identity_bytes(const InlineIdentity& of) noexcept {
  IdentityBytes bytes{};
  static_assert(sizeof bytes == kParameterHeader + kValue);
  put_number(&bytes[0], static_cast<std::uint16_t>(of.parameter), 2);
  put_number(&bytes[2], kValue, 2);
  const auto& gid = of.identity.endpoint.bytes;
  std::copy(gid.begin(), gid.end(), &bytes[kParameterHeader]);
  const auto number = static_cast<std::uint64_t>(of.identity.number);
  put_number(&bytes[kParameterHeader + gid.size()], number >> 32, 4);
  put_number(&bytes[kParameterHeader + gid.size() + 4], number & 0xffffffffu, 4);
  return bytes;
}

}  // namespace ranvier::cyclone
