#include "bag/storage/yaml_writer.h"

#include <algorithm>
#include <array>

#include "ranvier/base/ascii.h"

namespace ranvier::bag {
namespace {

bool is_plain_letter(char letter) {
  return is_ascii_letter(letter) || is_ascii_digit(letter) ||
         static_cast<unsigned char>(letter) >= 0x80 ||
         std::string_view("_/.-+ ").find(letter) != std::string::npos;
}

/// Whether YAML reads the word as a text, and as nothing else.
bool is_plain(std::string_view text) {
  constexpr std::array<std::string_view, 10> kWords{"TRUE", "FALSE", "YES", "NO", "ON",
                                                    "OFF",  "NULL",  "~",   "Y",  "N"};
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  const char first = text.front();
  if (std::string_view("-.+").find(first) != std::string_view::npos) return false;
  if (is_ascii_digit(first)) {
    const bool number = std::all_of(text.begin(), text.end(), [](char c) {
      return std::string_view("0123456789abcdefABCDEF._xX+-oO").find(c) != std::string_view::npos;
    });
    if (number) return false;
  }
  return std::none_of(kWords.begin(), kWords.end(),
                      [text](std::string_view word) { return same_word(text, word); }) &&
         std::all_of(text.begin(), text.end(), is_plain_letter);
}

std::string in_quotes(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\"";
  for (const char letter : text) {
    const auto c = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += {'\\', letter};
    } else if (letter == '\n') {
      out += "\\n";
    } else if (c < 0x20 || c == 0x7F) {
      out += {'\\', 'x', kDigits[c >> 4], kDigits[c & 15]};
    } else {
      out += letter;
    }
  }
  return out + '"';
}

/// A scalar as it was read: what had no quotes means the same without.
std::string scalar_of(const YamlNode& node) {
  return node.quoted ? in_quotes(node.text) : node.text.empty() ? "~" : node.text;
}

std::string block_of_map(const YamlNode& node, std::size_t indent) {
  std::string text;
  for (const YamlNode::Entry& entry : node.entries) {
    text += std::string(indent, ' ') + yaml_scalar(entry.key) + ':';
    const YamlNode& value = entry.value;
    const bool nested = !value.items.empty() || !value.entries.empty();
    text += nested ? '\n' + yaml_block(value, indent + 2) : ' ' + yaml_block(value, 0);
  }
  return text;
}

std::string block_of_list(const YamlNode& node, std::size_t indent) {
  std::string text;
  for (const YamlNode& item : node.items) {
    std::string block = yaml_block(item, indent + 2);
    if (block.size() > indent) block[indent] = '-';
    text += item.kind == YamlNode::Kind::kScalar
                ? std::string(indent, ' ') + "- " + scalar_of(item) + '\n'
                : block;
  }
  return text;
}

}  // namespace

std::string yaml_scalar(std::string_view text) {
  return is_plain(text) ? std::string(text) : in_quotes(text);
}

std::string yaml_block(const YamlNode& node, std::size_t indent) {
  if (node.kind == YamlNode::Kind::kList && !node.items.empty()) return block_of_list(node, indent);
  if (node.kind == YamlNode::Kind::kMap && !node.entries.empty()) return block_of_map(node, indent);
  std::string text(indent, ' ');
  switch (node.kind) {
    case YamlNode::Kind::kList: text += "[]"; break;
    case YamlNode::Kind::kMap: text += "{}"; break;
    default: text += scalar_of(node);
  }
  return text + '\n';
}

void YamlWriter::line(std::string_view text) {
  text_ += std::string(dash_ ? indent_ - 2 : indent_, ' ');
  if (dash_) text_ += "- ";
  dash_ = false;
  text_ += text;
  text_ += '\n';
}

YamlWriter& YamlWriter::begin(std::string_view key) {
  line(std::string(key) + ':');
  indent_ += 2;
  return *this;
}

YamlWriter& YamlWriter::end() {
  indent_ -= 2;
  return *this;
}

YamlWriter& YamlWriter::item() {
  dash_ = true;
  indent_ += 2;
  return *this;
}

YamlWriter& YamlWriter::end_item() { return end(); }

YamlWriter& YamlWriter::key(std::string_view key, std::string_view plain) {
  line(std::string(key) + ": " + std::string(plain));
  return *this;
}

YamlWriter& YamlWriter::scalar_item(std::string_view text) {
  line("- " + yaml_scalar(text));
  return *this;
}

YamlWriter& YamlWriter::node(std::string_view key, const YamlNode& node) {
  if (node.items.empty() && node.entries.empty()) {
    std::string scalar = yaml_block(node, 0);
    scalar.pop_back();
    return this->key(key, scalar);
  }
  line(std::string(key) + ':');
  text_ += yaml_block(node, indent_ + 2);
  return *this;
}

}  // namespace ranvier::bag
