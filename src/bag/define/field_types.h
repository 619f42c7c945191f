// The types of fields, as .msg files write them and as descriptions number them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bag/define/type_shape.h"

namespace ranvier::bag {

/// The field that a message without fields has in its description.
inline constexpr std::string_view kEmptyMember = "structure_needs_at_least_one_member";

/// Letters, digits and '_', one at least: what fields, packages and types are called.
bool is_name(std::string_view text);

/// "std_msgs/Header", "uint8[<=4]", "string<=10[]" of a field; empty for a kind that files of
/// messages cannot say.
std::string type_text(const FieldShape& field);

/// A field of the type that such a word says; nothing if it says none.
/// @param package  of the file: a name without one is of it.
std::optional<FieldShape> field_of_type(std::string_view word, std::string_view package);

/// "std_msgs/msg/Header" of "std_msgs/Header" and of itself; empty for what is no such name.
std::string full_name(std::string_view name);

/// "std_msgs/Header" of "std_msgs/msg/Header"; empty for what is no message of a file.
std::string short_name(const std::string& type);

/// The line of 80 '=' and the line "MSG: std_msgs/Header".
std::string section_head(const std::string& tag, const std::string& name);

}  // namespace ranvier::bag
