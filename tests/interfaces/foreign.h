// Writes any message as CDR of either byte order, through the table of its members:
// the codecs write this machine's order alone.
#pragma once

#include "reflect.h"

namespace reflect {

class CdrWriter {
 public:
  /// The message as CDR with its header, in the order that is asked for.
  static std::vector<unsigned char> bytes(const TypeInfo& type, const void* message, bool big) {
    CdrWriter writer(big);
    writer.put(type, message);
    std::vector<unsigned char> all = {0, static_cast<unsigned char>(big ? 0 : 1), 0, 0};
    all.insert(all.end(), writer.payload_.begin(), writer.payload_.end());
    return all;
  }

 private:
  explicit CdrWriter(bool big) : swap_(big == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)) {}

  void put(const TypeInfo& type, const void* message) {
    for (std::size_t i = 0; i < type.member_count; ++i) {
      put(type.members[i], static_cast<const char*>(message) + type.members[i].offset);
    }
  }

  void put(const Member& member, const void* field) {
    if (member.repeat == Repeat::kNone) return put_one(member, field);
    const std::size_t count = member.size(field);
    if (member.repeat != Repeat::kArray) put_number(static_cast<std::uint32_t>(count));
    for (std::size_t i = 0; i < count; ++i) {
      if (member.at == nullptr) {
        put_number<std::uint8_t>((*static_cast<const std::vector<bool>*>(field))[i]);
      } else {
        put_one(member, member.at(field, i));
      }
    }
  }

  void put_one(const Member& member, const void* at) {
    if (member.nested) return put(member.nested(), at);
    switch (member.scalar) {
      case Scalar::kInt16:
      case Scalar::kUint16: return put_number(load<std::uint16_t>(at));
      case Scalar::kInt32:
      case Scalar::kUint32:
      case Scalar::kFloat: return put_number(load<std::uint32_t>(at));
      case Scalar::kInt64:
      case Scalar::kUint64:
      case Scalar::kDouble: return put_number(load<std::uint64_t>(at));
      case Scalar::kString:
      case Scalar::kBoundedString: {
        const auto& text = *static_cast<const std::string*>(at);
        put_number(static_cast<std::uint32_t>(text.size() + 1));
        payload_.insert(payload_.end(), text.c_str(), text.c_str() + text.size() + 1);
        return;
      }
      case Scalar::kWstring:
      case Scalar::kBoundedWstring: {
        const auto& text = *static_cast<const std::u16string*>(at);
        put_number(static_cast<std::uint32_t>(text.size()));
        for (const char16_t character : text) put_number<std::uint32_t>(character);
        return;
      }
      default: return put_number(load<std::uint8_t>(at));
    }
  }

  template <typename Number>
  void put_number(Number value) {
    while (payload_.size() % sizeof(Number) != 0) payload_.push_back(0);
    unsigned char bytes[sizeof(Number)];
    std::memcpy(bytes, &value, sizeof(Number));
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      payload_.push_back(bytes[swap_ ? sizeof(Number) - 1 - i : i]);
    }
  }

  std::vector<unsigned char> payload_;
  bool swap_;
};

}  // namespace reflect
