// Strings that are longer than their type allows. The C++ types cannot keep them out, as a
// bounded string is a std::string; a message with one has no encoded form.
#pragma once

#include <string_view>

#include "ranvier/base/result.h"
#include "ranvier/msg/message.h"

namespace ranvier {

/// Whether objects of the type can hold a string that is too long, at any depth.
bool has_bounded_strings(const TypeInfo& type) noexcept;

/// Refuses an object with a string beyond its bound (Code::kTooLong); names the field.
/// @param what, name  who sends it: "Publisher", "/a/b".
/// Contract: any thread. Looks at the members that have bounded strings alone.
Result<void> check_bounds(std::string_view what, std::string_view name, const TypeInfo& type,
                          const void* object);

}  // namespace ranvier
