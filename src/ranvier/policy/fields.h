// Reading the fields of a file of settings, with errors that name line, field and remedy.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <system_error>

#include "ranvier/base/result.h"
#include "ranvier/node/yaml_tree.h"

namespace ranvier {

/// @param what  a sentence or two without the last full stop.
inline Error fault_at(const std::string& where, const std::string& what) {
  return {Code::kInvalidArgument, where + ": " + what + "."};
}

/// A scalar without quotes that is a number and nothing else.
template <class Number>
std::optional<Number> whole_number(const YamlNode& value) {
  Number number{};
  const char* const end = value.text.data() + value.text.size();
  const auto read = std::from_chars(value.text.data(), end, number);
  const bool whole = value.kind == YamlNode::Kind::kScalar && !value.quoted &&
                     read.ec == std::errc() && read.ptr == end && !value.text.empty();
  return whole ? std::optional<Number>(number) : std::nullopt;
}

/// A value as an error names it: 'text', a list, a map.
inline std::string shown(const YamlNode& value) {
  if (value.kind == YamlNode::Kind::kList) return "a list";
  return value.kind == YamlNode::Kind::kMap ? "a map" : "'" + value.text + "'";
}

}  // namespace ranvier
