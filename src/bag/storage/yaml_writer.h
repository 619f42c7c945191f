// YAML as text, in blocks, as rosbag2 writes it.
#pragma once

#include <string>
#include <string_view>

#include "ranvier/node/yaml_tree.h"

namespace ranvier::bag {

/// A scalar: in quotes where YAML would read it as something else. Contract: any thread.
std::string yaml_scalar(std::string_view text);

/// The node as block of lines, each `indent` spaces in, with a line break at the end.
/// An empty list or map is `[]` or `{}`. Contract: any thread.
std::string yaml_block(const YamlNode& node, std::size_t indent);

/// Writes maps and lists line by line. Threads: one at a time.
class YamlWriter final {
 public:
  /// `key:` and what is written until end() one level further in.
  YamlWriter& begin(std::string_view key);
  YamlWriter& end();
  /// An item of a list: the next key stands behind its dash.
  YamlWriter& item();
  YamlWriter& end_item();
  YamlWriter& key(std::string_view key, std::string_view plain);
  YamlWriter& text(std::string_view key, std::string_view text) {
    return this->key(key, yaml_scalar(text));
  }
  template <class Number>
  YamlWriter& number(std::string_view key, Number value) {
    return this->key(key, std::to_string(value));
  }
  /// An item that is a scalar.
  YamlWriter& scalar_item(std::string_view text);
  /// `key:` and a node below it.
  YamlWriter& node(std::string_view key, const YamlNode& node);

  [[nodiscard]] const std::string& written() const noexcept { return text_; }

 private:
  void line(std::string_view text);

  std::string text_;
  std::size_t indent_ = 0;
  bool dash_ = false;
};

}  // namespace ranvier::bag
