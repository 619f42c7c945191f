// A message type for the core's tests, without generated code: one string.
//
// It counts what happens to its objects, so that a test can say how often one
// was copied, encoded, decoded, and that none is left.
#pragma once

#include <atomic>
#include <stdexcept>
#include <string>

#include "ranvier/codec/cdr.h"
#include "ranvier/msg/message.h"

namespace ranvier::support {

/// What happened to every Text of the process. Threads: any.
struct TextCounts {
  std::atomic<int> alive{0};
  std::atomic<int> clones{0};
  std::atomic<int> encodes{0};
  std::atomic<int> decodes{0};
};
inline TextCounts& text_counts() {
  static TextCounts counts;
  return counts;
}

struct Text {
  explicit Text(std::string text = {}) : data(std::move(text)) { ++text_counts().alive; }
  Text(const Text& other) : data(other.data) { ++text_counts().alive; }
  Text& operator=(const Text&) = default;
  ~Text() { --text_counts().alive; }
  std::string data;
};

/// A Text with this string cannot be encoded, like a string beyond its bound.
inline const std::string kUnencodable = "(too long)";

namespace detail {

inline std::size_t encoded_size(const void* object) {
  const std::string& data = static_cast<const Text*>(object)->data;
  if (data == kUnencodable) throw std::length_error("a bounded string is beyond its bound");
  return 4 + data.size() + 1;
}

inline void encode(const void* object, ranvier::codec::Encoder& to) {
  ++text_counts().encodes;
  const std::string& data = static_cast<const Text*>(object)->data;
  to.put(static_cast<std::uint32_t>(data.size() + 1));
  to.put_bytes(data.c_str(), data.size() + 1);
}

inline bool decode(void* object, ranvier::codec::Decoder& from) {
  ++text_counts().decodes;
  std::size_t size = 0;
  if (!from.get_count(1, size) || size == 0) return false;
  const auto* bytes = reinterpret_cast<const char*>(from.take(size));
  static_cast<Text*>(object)->data.assign(bytes, size - 1);
  return bytes[size - 1] == '\0';
}

}  // namespace detail

inline TypeInfo text_type_named(const char* name, const char* dds_name) {
  TypeInfo info{};
  info.name = name;
  info.dds_name = dds_name;
  info.hash = "RIHS01_0000000000000000000000000000000000000000000000000000000000000001";
  info.size = sizeof(Text);
  info.alignment = alignof(Text);
  info.create = []() -> void* { return new Text; };
  info.destroy = [](void* object) { delete static_cast<Text*>(object); };
  info.clone = [](const void* object) -> void* {
    ++text_counts().clones;
    return new Text(*static_cast<const Text*>(object));
  };
  info.assign = [](void* to, const void* from) {
    *static_cast<Text*>(to) = *static_cast<const Text*>(from);
  };
  info.encoded_size = &detail::encoded_size;
  info.encode = &detail::encode;
  info.decode = &detail::decode;
  return info;
}

inline const TypeInfo& text_type() {
  static const TypeInfo info = text_type_named("test/msg/Text", "test::msg::dds_::Text_");
  return info;
}
/// As text_type(), under another name: the two must not match.
inline const TypeInfo& other_type() {
  static const TypeInfo info = text_type_named("test/msg/Other", "test::msg::dds_::Other_");
  return info;
}

inline MessagePtr text(const std::string& data) {
  return Message::from_object(text_type(), new Text(data));
}

inline std::string data_of(const MessagePtr& message) {
  const void* object = message->object();
  return object ? static_cast<const Text*>(object)->data : "(does not decode)";
}

}  // namespace ranvier::support
