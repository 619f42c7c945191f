// Prints any message as YAML, by the table of its members.
//
// The text is that of ROS 2's to_yaml(): tools and tests compare it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <locale>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/codec/type_info.h"

namespace ranvier::codec {

inline void write_flow_yaml(const TypeInfo& type, const void* message, std::ostream& out);
inline void write_block_yaml(const TypeInfo& type, const void* message, std::ostream& out,
                             std::size_t indentation);

inline void write_hex(std::uint32_t value, int digits, std::ostream& out) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    out << "0123456789abcdef"[(value >> shift) & 0xF];
  }
}

inline void write_quoted(std::string_view text, std::ostream& out) {
  out << '"';
  for (const char character : text) {
    if (character == '"' || character == '\\') out << '\\';
    out << character;
  }
  out << '"';
}

inline void write_quoted(const std::u16string& text, std::ostream& out) {
  out << '"';
  for (const char16_t character : text) {
    if (character < 0x80) {
      out << static_cast<char>(character);
    } else {
      out << (character < 0x100 ? "\\x" : "\\u");
      write_hex(character, character < 0x100 ? 2 : 4, out);
    }
  }
  out << '"';
}

template <typename Float>
void write_float(Float value, std::ostream& out) {
  const auto flags = out.flags();
  out << std::showpoint << value;
  out.flags(flags);
}

/// One value that is not a message.
inline void write_scalar_yaml(Scalar scalar, const void* value, std::ostream& out) {
  switch (scalar) {
    case Scalar::kBoolean: out << (*static_cast<const bool*>(value) ? "true" : "false"); break;
    case Scalar::kByte:
      out << "0x";
      write_hex(*static_cast<const std::uint8_t*>(value), 2, out);
      break;
    case Scalar::kChar:
    case Scalar::kUint8: out << +*static_cast<const std::uint8_t*>(value); break;
    case Scalar::kInt8: out << +*static_cast<const std::int8_t*>(value); break;
    case Scalar::kUint16: out << *static_cast<const std::uint16_t*>(value); break;
    case Scalar::kInt16: out << *static_cast<const std::int16_t*>(value); break;
    case Scalar::kUint32: out << *static_cast<const std::uint32_t*>(value); break;
    case Scalar::kInt32: out << *static_cast<const std::int32_t*>(value); break;
    case Scalar::kUint64: out << *static_cast<const std::uint64_t*>(value); break;
    case Scalar::kInt64: out << *static_cast<const std::int64_t*>(value); break;
    case Scalar::kFloat: write_float(*static_cast<const float*>(value), out); break;
    case Scalar::kDouble: write_float(*static_cast<const double*>(value), out); break;
    case Scalar::kString:
    case Scalar::kBoundedString: write_quoted(*static_cast<const std::string*>(value), out); break;
    case Scalar::kWstring:
    case Scalar::kBoundedWstring:
      write_quoted(*static_cast<const std::u16string*>(value), out);
      break;
    default: break;  // no such member can be declared in an interface file
  }
}

/// Element `index` of a repeated member that holds no messages.
inline void write_element_yaml(const Member& member, const void* field, std::size_t index,
                               std::ostream& out) {
  if (member.at != nullptr) {
    write_scalar_yaml(member.scalar, member.at(field, index), out);
  } else {
    out << ((*static_cast<const std::vector<bool>*>(field))[index] ? "true" : "false");
  }
}

inline bool is_empty_message(const TypeInfo& type) {
  return type.member_count == 1 &&
         std::string_view(type.members[0].name) == "structure_needs_at_least_one_member";
}

inline void write_flow_member(const Member& member, const void* field, std::ostream& out) {
  if (member.repeat == Repeat::kNone) {
    if (member.nested != nullptr) return write_flow_yaml(member.nested(), field, out);
    return write_scalar_yaml(member.scalar, field, out);
  }
  out << '[';
  for (std::size_t i = 0; i < member.size(field); ++i) {
    if (i > 0) out << ", ";
    if (member.nested != nullptr) {
      write_flow_yaml(member.nested(), member.at(field, i), out);
    } else {
      write_element_yaml(member, field, i, out);
    }
  }
  out << ']';
}

/// "{stamp: {sec: 0, nanosec: 0}, frame_id: ""}", or "null" for an empty type.
inline void write_flow_yaml(const TypeInfo& type, const void* message, std::ostream& out) {
  if (is_empty_message(type)) {
    out << "null";
    return;
  }
  out << '{';
  for (std::size_t i = 0; i < type.member_count; ++i) {
    const Member& member = type.members[i];
    out << (i > 0 ? ", " : "") << member.name << ": ";
    write_flow_member(member, static_cast<const char*>(message) + member.offset, out);
  }
  out << '}';
}

inline void write_block_sequence(const Member& member, const void* field, std::ostream& out,
                                 std::size_t indentation) {
  if (member.size(field) == 0) {
    out << " []\n";
    return;
  }
  out << '\n';
  for (std::size_t i = 0; i < member.size(field); ++i) {
    out << std::string(indentation, ' ') << '-';
    if (member.nested != nullptr) {
      out << '\n';
      write_block_yaml(member.nested(), member.at(field, i), out, indentation + 2);
    } else {
      out << ' ';
      write_element_yaml(member, field, i, out);
      out << '\n';
    }
  }
}

/// One line a member, nested messages indented by two; ends with a newline.
inline void write_block_yaml(const TypeInfo& type, const void* message, std::ostream& out,
                             std::size_t indentation) {
  if (is_empty_message(type)) {
    out << "null\n";
    return;
  }
  for (std::size_t i = 0; i < type.member_count; ++i) {
    const Member& member = type.members[i];
    const void* field = static_cast<const char*>(message) + member.offset;
    out << std::string(indentation, ' ') << member.name << ':';
    if (member.repeat != Repeat::kNone) {
      write_block_sequence(member, field, out, indentation);
    } else if (member.nested != nullptr) {
      out << '\n';
      write_block_yaml(member.nested(), field, out, indentation + 2);
    } else {
      out << ' ';
      write_scalar_yaml(member.scalar, field, out);
      out << '\n';
    }
  }
}

/// While it lives, the stream writes numbers as YAML has them: std::locale::global() would
/// give them the comma and the groups of a country.
class PlainNumbers final {
 public:
  explicit PlainNumbers(std::ostream& out)
      : out_(out), before_(out.imbue(std::locale::classic())) {}
  ~PlainNumbers() { out_.imbue(before_); }
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  std::ostream& out_;
  const std::locale before_;
};

/// What to_flow_style_yaml() of a message calls.
inline void print_flow_yaml(const TypeInfo& type, const void* message, std::ostream& out) {
  const PlainNumbers plain(out);
  write_flow_yaml(type, message, out);
}

/// What to_block_style_yaml() of a message calls.
inline void print_block_yaml(const TypeInfo& type, const void* message, std::ostream& out,
                             std::size_t indentation) {
  const PlainNumbers plain(out);
  write_block_yaml(type, message, out, indentation);
}

}  // namespace ranvier::codec
