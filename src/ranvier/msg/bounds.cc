#include "ranvier/msg/bounds.h"

#include <algorithm>
#include <optional>
#include <string>

namespace ranvier {
namespace {

using codec::Member;
using codec::Repeat;
using codec::Scalar;

struct TooLong {
  std::string field;  // "poses[3].name"
  std::size_t size;
  std::size_t bound;
};

bool may_be_too_long(const Member& member) noexcept {
  if (member.scalar == Scalar::kNested) return has_bounded_strings(member.nested());
  return member.scalar == Scalar::kBoundedString || member.scalar == Scalar::kBoundedWstring;
}

std::size_t length_of(const Member& member, const void* string) {
  return member.scalar == Scalar::kBoundedString
             ? static_cast<const std::string*>(string)->size()
             : static_cast<const std::u16string*>(string)->size();
}

std::optional<TooLong> find(const TypeInfo& type, const void* object);

std::optional<TooLong> find_in(const Member& member, const void* element) {
  if (member.scalar == Scalar::kNested) return find(member.nested(), element);
  const std::size_t size = length_of(member, element);
  if (size <= member.string_capacity) return std::nullopt;
  return TooLong{"", size, member.string_capacity};
}

std::string joined(const std::string& outer, const std::string& inner) {
  return inner.empty() ? outer : outer + "." + inner;
}

std::optional<TooLong> find_in_member(const Member& member, const void* at) {
  if (member.repeat == Repeat::kNone) {
    auto found = find_in(member, at);
    if (found) found->field = joined(member.name, found->field);
    return found;
  }
  for (std::size_t i = 0; i < member.size(at); ++i) {
    auto found = find_in(member, member.at(at, i));
    if (!found) continue;
    found->field = joined(member.name + ("[" + std::to_string(i)) + "]", found->field);
    return found;
  }
  return std::nullopt;
}

std::optional<TooLong> find(const TypeInfo& type, const void* object) {
  for (std::size_t i = 0; i < type.member_count; ++i) {
    const Member& member = type.members[i];
    if (!may_be_too_long(member)) continue;
    const void* at = static_cast<const std::uint8_t*>(object) + member.offset;
    if (auto found = find_in_member(member, at)) return found;
  }
  return std::nullopt;
}

}  // namespace

bool has_bounded_strings(const TypeInfo& type) noexcept {
  return std::any_of(type.members, type.members + type.member_count, may_be_too_long);
}

Result<void> check_bounds(std::string_view what, std::string_view name, const TypeInfo& type,
                          const void* object) {
  const std::optional<TooLong> found = find(type, object);
  if (!found) return {};
  return Error{Code::kTooLong,
               std::string(what) + " '" + std::string(name) + "': a message of type '" + type.name +
                   "' is not sent, because its field '" + found->field + "' has " +
                   std::to_string(found->size) + " characters and its type allows " +
                   std::to_string(found->bound) +
                   ". Shorten it, or use a type with a larger bound."};
}

}  // namespace ranvier
