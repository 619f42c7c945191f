// Reads and fills any message through the table of its members, so that one
// test program speaks for every type.
#pragma once

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "ranvier/codec/type_info.h"

namespace reflect {

using ranvier::codec::Member;
using ranvier::codec::Repeat;
using ranvier::codec::Scalar;
using ranvier::codec::TypeInfo;

inline std::string hex(const void* bytes, std::size_t size) {
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    const unsigned char byte = static_cast<const unsigned char*>(bytes)[i];
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

template <typename T>
T load(const void* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

std::string to_json(const TypeInfo& type, const void* message);

/// A number as it is, a float as its bits, a string as its bytes.
inline std::string scalar_to_json(Scalar scalar, const void* at) {
  switch (scalar) {
    case Scalar::kBoolean:
    case Scalar::kByte:
    case Scalar::kChar:
    case Scalar::kUint8: return std::to_string(load<std::uint8_t>(at));
    case Scalar::kInt8: return std::to_string(load<std::int8_t>(at));
    case Scalar::kInt16: return std::to_string(load<std::int16_t>(at));
    case Scalar::kUint16: return std::to_string(load<std::uint16_t>(at));
    case Scalar::kInt32: return std::to_string(load<std::int32_t>(at));
    case Scalar::kUint32: return std::to_string(load<std::uint32_t>(at));
    case Scalar::kInt64: return std::to_string(load<std::int64_t>(at));
    case Scalar::kUint64: return std::to_string(load<std::uint64_t>(at));
    case Scalar::kFloat: return "\"f" + std::to_string(load<std::uint32_t>(at)) + "\"";
    case Scalar::kDouble: return "\"d" + std::to_string(load<std::uint64_t>(at)) + "\"";
    case Scalar::kString:
    case Scalar::kBoundedString: {
      const auto& text = *static_cast<const std::string*>(at);
      return "\"s" + hex(text.data(), text.size()) + "\"";
    }
    default: {
      const auto& text = *static_cast<const std::u16string*>(at);
      return "\"w" + hex(text.data(), 2 * text.size()) + "\"";
    }
  }
}

inline std::string element_to_json(const Member& member, const void* field, std::size_t index) {
  if (member.at == nullptr) {
    return (*static_cast<const std::vector<bool>*>(field))[index] ? "1" : "0";
  }
  const void* at = member.at(field, index);
  return member.nested ? to_json(member.nested(), at) : scalar_to_json(member.scalar, at);
}

inline std::string member_to_json(const Member& member, const void* field) {
  if (member.repeat == Repeat::kNone) {
    return member.nested ? to_json(member.nested(), field) : scalar_to_json(member.scalar, field);
  }
  std::string text = "[";
  for (std::size_t i = 0; i < member.size(field); ++i) {
    text += (i ? "," : "") + element_to_json(member, field, i);
  }
  return text + "]";
}

/// The values of all members, in order, as a JSON list.
inline std::string to_json(const TypeInfo& type, const void* message) {
  std::string text = "[";
  for (std::size_t i = 0; i < type.member_count; ++i) {
    const Member& member = type.members[i];
    text +=
        (i ? "," : "") + member_to_json(member, static_cast<const char*>(message) + member.offset);
  }
  return text + "]";
}

/// Fills messages with values drawn from a seed.
class Filler {
 public:
  explicit Filler(std::uint64_t seed) : random_(seed) {}

  void fill(const TypeInfo& type, void* message) {
    for (std::size_t i = 0; i < type.member_count; ++i) {
      fill_member(type.members[i], static_cast<char*>(message) + type.members[i].offset);
    }
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }

  void fill_member(const Member& member, void* field) {
    if (member.repeat == Repeat::kNone) return fill_one(member, field);
    if (member.resize != nullptr) {
      const std::size_t most = member.repeat == Repeat::kBoundedSequence ? member.capacity : 4;
      member.resize(field, below(std::min<std::size_t>(most, 4) + 1));
    }
    for (std::size_t i = 0; i < member.size(field); ++i) {
      if (member.at == nullptr) {
        (*static_cast<std::vector<bool>*>(field))[i] = below(2) == 1;
      } else {
        fill_one(member, const_cast<void*>(member.at(field, i)));
      }
    }
  }

  void fill_one(const Member& member, void* at) {
    if (member.nested != nullptr) return fill(member.nested(), at);
    const std::size_t length =
        below(std::min<std::size_t>(member.string_capacity ? member.string_capacity : 12, 12) + 1);
    switch (member.scalar) {
      case Scalar::kBoolean: *static_cast<bool*>(at) = below(2) == 1; break;
      case Scalar::kString:
      case Scalar::kBoundedString: fill_text(*static_cast<std::string*>(at), length, 0x7F); break;
      case Scalar::kWstring:
      case Scalar::kBoundedWstring:
        fill_text(*static_cast<std::u16string*>(at), length, 0xD7FF);
        break;
      default: fill_number(member.scalar, at);
    }
  }

  template <typename Text>
  void fill_text(Text& text, std::size_t length, unsigned last) {
    text.clear();
    while (text.size() < length) {
      text += static_cast<typename Text::value_type>(1 + below(last));
    }
  }

  void fill_number(Scalar scalar, void* at) {
    const std::uint64_t bits = random_();
    switch (scalar) {
      case Scalar::kInt16:
      case Scalar::kUint16: std::memcpy(at, &bits, 2); break;
      case Scalar::kInt32:
      case Scalar::kUint32: std::memcpy(at, &bits, 4); break;
      case Scalar::kInt64:
      case Scalar::kUint64: std::memcpy(at, &bits, 8); break;
      case Scalar::kFloat: *static_cast<float*>(at) = static_cast<float>(bits) / 7; break;
      case Scalar::kDouble: *static_cast<double*>(at) = static_cast<double>(bits) / 7; break;
      default: std::memcpy(at, &bits, 1);
    }
  }

  std::mt19937_64 random_;
};

}  // namespace reflect
