// A YAML document as a tree, for files of settings: small, read once, and with errors that
// name the line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier {

/// A scalar, a list or a map, and where it stands.
struct YamlNode {
  enum class Kind { kScalar, kList, kMap };
  struct Entry;

  Kind kind = Kind::kScalar;
  std::string where;            ///< "<origin>, line <n>": where it begins
  std::string text;             ///< of a scalar
  bool quoted = false;          ///< a scalar in quotes
  std::vector<YamlNode> items;  ///< of a list
  std::vector<Entry> entries;   ///< of a map, as they stand

  /// Nothing, `~` or `null`.
  bool is_null() const noexcept;
};

struct YamlNode::Entry {
  std::string key;
  std::string where;  ///< of the key
  YamlNode value;
};

/// Reads one document; none is a null scalar. Fails where the text is no YAML, a map has a
/// key twice or one that is no word, and for aliases.
/// @param origin  begins each `where`, as "policy file 'a.yaml'".
Result<YamlNode> parse_yaml(std::string_view text, const std::string& origin);
/// The same of a file. @param what  as "policy file".
Result<YamlNode> read_yaml(const std::string& what, const std::string& path);

}  // namespace ranvier
