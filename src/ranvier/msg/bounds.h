// Strings that are longer than their type allows, and lengths that CDR cannot count. The C++
// types cannot keep them out, as a bounded string is a std::string; a message with one has no
// encoded form.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "ranvier/base/result.h"
#include "ranvier/codec/type_info.h"

namespace ranvier {

using codec::TypeInfo;

/// Whether objects of the type can hold a string that is too long, at any depth.
bool has_bounded_strings(const TypeInfo& type) noexcept;

/// Refuses an object with a string beyond its bound (Code::kTooLong); names the field.
/// @param what, name  who sends it: "Publisher", "/a/b".
/// Contract: any thread. Looks at the members that have bounded strings alone.
Result<void> check_bounds(std::string_view what, std::string_view name, const TypeInfo& type,
                          const void* object);

/// A message has no encoded form: what() names the field, its length and the bound, which is
/// that of the type, or the 4294967295 elements that CDR counts in 32 bits.
struct TooLongToEncode : std::length_error {
  using std::length_error::length_error;
  /// The same in the words of check_bounds().
  Error of(std::string_view what, std::string_view name, const TypeInfo& type) const;
};

/// TypeInfo::encoded_size() of an object.
/// Contract: any thread. Throws TooLongToEncode.
std::size_t encoded_size_of(const TypeInfo& type, const void* object);

}  // namespace ranvier
