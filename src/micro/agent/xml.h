// The small XML in which a board may describe an object.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ranvier::micro {

/// An element: its name, attributes, text and children.
struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  ///< what stands between its tags, children left out
  std::vector<XmlElement> children;

  /// The first element of that path below this one; null if there is none.
  const XmlElement* find(std::initializer_list<std::string_view> path) const;
  /// The text there, without blanks around it; empty if there is none.
  std::string text_of(std::initializer_list<std::string_view> path) const;
  /// An attribute's value; empty if it is not there.
  std::string attribute(std::string_view name) const;
};

/// Reads a document; nothing if it is none, or has more than 16 levels or 256 elements.
/// Comments and a declaration are skipped; a document type is refused.
std::optional<XmlElement> parse_xml(std::string_view text);

}  // namespace ranvier::micro
