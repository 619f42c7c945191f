#include "ranvier/msg/bounds.h"

#include <algorithm>
#include <optional>
#include <string>

#include "ranvier/codec/cdr.h"

namespace ranvier {
namespace {

using codec::Member;
using codec::Repeat;
using codec::Scalar;

// What a look is for: what the type bounds, or what the encoding does as well.
enum class For { kTypeBounds, kAnyBounds };

struct TooLong {
  std::string field;  // "poses[3].name"
  std::size_t size;
  std::size_t bound;
  const char* unit = "characters";
};

bool may_be_too_long(const Member& member) noexcept {
  if (member.scalar == Scalar::kNested) return has_bounded_strings(member.nested());
  return member.scalar == Scalar::kBoundedString || member.scalar == Scalar::kBoundedWstring;
}

// Of strings in bytes there is a terminator, which counts.
std::optional<TooLong> find_in_string(const Member& member, const void* string) {
  std::size_t size = 0, most = codec::kMostElements;
  switch (member.scalar) {
    case Scalar::kString:
    case Scalar::kBoundedString:
      size = static_cast<const std::string*>(string)->size();
      --most;
      break;
    case Scalar::kWstring:
    case Scalar::kBoundedWstring: size = static_cast<const std::u16string*>(string)->size(); break;
    default: return std::nullopt;
  }
  if (member.string_capacity != 0) most = member.string_capacity;
  if (size <= most) return std::nullopt;
  return TooLong{"", size, most};
}

std::optional<TooLong> find(const TypeInfo& type, const void* object, For what);

std::optional<TooLong> find_in(const Member& member, const void* element, For what) {
  if (member.scalar == Scalar::kNested) return find(member.nested(), element, what);
  return find_in_string(member, element);
}

bool is_of_numbers(const Member& member) noexcept {
  return member.scalar != Scalar::kNested && member.scalar != Scalar::kString &&
         member.scalar != Scalar::kWstring && member.scalar != Scalar::kBoundedString &&
         member.scalar != Scalar::kBoundedWstring;
}

std::string joined(const std::string& outer, const std::string& inner) {
  return inner.empty() ? outer : outer + "." + inner;
}

std::optional<TooLong> find_in_member(const Member& member, const void* at, For what) {
  if (member.repeat == Repeat::kNone) {
    auto found = find_in(member, at, what);
    if (found) found->field = joined(member.name, found->field);
    return found;
  }
  const std::size_t count = member.size(at);
  if (count > codec::kMostElements) {
    return TooLong{member.name, count, codec::kMostElements, "elements"};
  }
  if (is_of_numbers(member)) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    auto found = find_in(member, member.at(at, i), what);
    if (!found) continue;
    found->field = joined(member.name + ("[" + std::to_string(i)) + "]", found->field);
    return found;
  }
  return std::nullopt;
}

std::optional<TooLong> find(const TypeInfo& type, const void* object, For what) {
  for (std::size_t i = 0; i < type.member_count; ++i) {
    const Member& member = type.members[i];
    if (what == For::kTypeBounds && !may_be_too_long(member)) continue;
    const void* at = static_cast<const std::uint8_t*>(object) + member.offset;
    if (auto found = find_in_member(member, at, what)) return found;
  }
  return std::nullopt;
}

std::string words_of(const TooLong& found) {
  return "its field '" + found.field + "' has " + std::to_string(found.size) + " " + found.unit +
         " and its type allows " + std::to_string(found.bound) +
         ". Shorten it, or use a type with a larger bound.";
}

}  // namespace

bool has_bounded_strings(const TypeInfo& type) noexcept {
  return std::any_of(type.members, type.members + type.member_count, may_be_too_long);
}

Error TooLongToEncode::of(std::string_view what, std::string_view name,
                          const TypeInfo& type) const {
  return {Code::kTooLong, std::string(what) + " '" + std::string(name) + "': a message of type '" +
                              type.name + "' is not sent, because " + this->what()};
}

Result<void> check_bounds(std::string_view what, std::string_view name, const TypeInfo& type,
                          const void* object) {
  const std::optional<TooLong> found = find(type, object, For::kTypeBounds);
  if (!found) return {};
  return TooLongToEncode(words_of(*found)).of(what, name, type);
}

std::size_t encoded_size_of(const TypeInfo& type, const void* object) {
  try {
    return type.encoded_size(object);
  } catch (const std::length_error&) {
    const std::optional<TooLong> found = find(type, object, For::kAnyBounds);
    if (!found) throw;  // it has been changed meanwhile
    throw TooLongToEncode(words_of(*found));
  }
}

}  // namespace ranvier
