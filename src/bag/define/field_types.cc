#include "bag/define/field_types.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ranvier::bag {
namespace {

struct Word {
  std::string_view text;
  std::uint8_t id;
};
// The first word of an id is how it is written. `char` is an unsigned byte.
constexpr std::array<Word, 16> kWords{{{"int8", 2},
                                       {"uint8", 3},
                                       {"int16", 4},
                                       {"uint16", 5},
                                       {"int32", 6},
                                       {"uint32", 7},
                                       {"int64", 8},
                                       {"uint64", 9},
                                       {"float32", 10},
                                       {"float64", 11},
                                       {"char", 13},
                                       {"bool", 15},
                                       {"byte", 16},
                                       {"string", 17},
                                       {"wstring", 18},
                                       {"", 0}}};
constexpr std::uint8_t kNested = 1;
constexpr std::uint8_t kUint8 = 3;
constexpr std::uint8_t kChar = 13;
constexpr std::uint8_t kString = 17;
constexpr std::uint8_t kBoundedString = 21;  // kString + 4; of wide ones the same
constexpr std::uint8_t kArray = 48;
constexpr std::uint8_t kBoundedSequence = 96;
constexpr std::uint8_t kSequence = 144;

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string element_text(const FieldShape& field, std::uint8_t id) {
  if (id == kNested) return short_name(field.nested);
  if (id == kBoundedString || id == kBoundedString + 1) {
    const std::string word = id == kBoundedString ? "string" : "wstring";
    return word + "<=" + std::to_string(field.string_capacity);
  }
  for (const Word& word : kWords) {
    if (word.id == id) return std::string(word.text);
  }
  return "";
}

// "[4]", "[<=4]", "[]" behind the word, which it is taken from.
bool take_repeat(std::string_view& word, FieldShape& field) {
  if (word.empty() || word.back() != ']') return true;
  const std::size_t at = word.rfind('[');
  if (at == std::string_view::npos) return false;
  std::string_view inside = word.substr(at + 1, word.size() - at - 2);
  word = word.substr(0, at);
  if (inside.empty()) {
    field.type_id = kSequence;
    return true;
  }
  field.type_id = inside.starts_with("<=") ? kBoundedSequence : kArray;
  if (field.type_id == kBoundedSequence) inside.remove_prefix(2);
  const auto capacity = number_of(inside);
  field.capacity = capacity.value_or(0);
  return field.capacity != 0;
}

bool take_element(std::string_view word, std::string_view package, FieldShape& field) {
  std::uint8_t bounded = 0;
  if (const std::size_t at = word.find("<="); at != std::string_view::npos) {
    const auto bound = number_of(word.substr(at + 2));
    if (!bound || *bound == 0) return false;
    field.string_capacity = *bound;
    word = word.substr(0, at);
    bounded = kBoundedString - kString;
  }
  for (const Word& known : kWords) {
    if (known.id == 0 || known.text != word) continue;
    const bool is_text = known.id == kString || known.id == kString + 1;
    if (bounded != 0 && !is_text) return false;
    const std::uint8_t id = known.id == kChar ? kUint8 : known.id;
    field.type_id = static_cast<std::uint8_t>(field.type_id + id + bounded);
    return true;
  }
  if (bounded != 0) return false;
  field.nested = word.find('/') != std::string_view::npos
                     ? full_name(word)
                     : full_name(std::string(package) + "/" + std::string(word));
  field.type_id = static_cast<std::uint8_t>(field.type_id + kNested);
  return !field.nested.empty();
}

}  // namespace

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string type_text(const FieldShape& field) {
  const auto repeat = static_cast<std::uint8_t>(field.type_id / kArray * kArray);
  std::string text = element_text(field, static_cast<std::uint8_t>(field.type_id - repeat));
  if (text.empty() || repeat == 0) return text;
  const std::string capacity = std::to_string(field.capacity);
  return text + (repeat == kArray             ? "[" + capacity + "]"
                 : repeat == kBoundedSequence ? "[<=" + capacity + "]"
                 : repeat == kSequence        ? "[]"
                                              : "");
}

std::optional<FieldShape> field_of_type(std::string_view word, std::string_view package) {
  FieldShape field;
  if (!take_repeat(word, field) || !take_element(word, package, field)) return std::nullopt;
  return field;
}

std::string section_head(const std::string& tag, const std::string& name) {
  return std::string(80, '=') + "\n" + tag + ": " + name + "\n";
}

std::string short_name(const std::string& type) {
  const std::size_t at = type.find("/msg/");
  return at == std::string::npos ? "" : type.substr(0, at) + "/" + type.substr(at + 5);
}

std::string full_name(std::string_view name) {
  const std::size_t first = name.find('/');
  const std::size_t last = name.rfind('/');
  if (first == std::string_view::npos) return "";
  const std::string_view package = name.substr(0, first);
  const std::string_view type = name.substr(last + 1);
  const std::string_view kind = first == last ? "msg" : name.substr(first + 1, last - first - 1);
  if (!is_name(package) || !is_name(kind) || !is_name(type)) return "";
  return std::string(package) + "/" + std::string(kind) + "/" + std::string(type);
}

}  // namespace ranvier::bag
