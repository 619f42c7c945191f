#include "micro/agent/xml.h"

#include <algorithm>
#include <array>

namespace ranvier::micro {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kMostLevels = 16, kMostElements = 256;

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string unescaped(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kNames{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  std::string plain;
  while (!text.empty()) {
    const auto name = std::find_if(kNames.begin(), kNames.end(),
                                   [&](const auto& row) { return text.starts_with(row.first); });
    plain += name == kNames.end() ? text.front() : name->second;
    text.remove_prefix(name == kNames.end() ? 1 : name->first.size());
  }
  return plain;
}

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<XmlElement> document() {
    XmlElement root;
    if (!skip_between() || !element(root, 0) || !skip_between() || !rest_.empty()) return {};
    return root;
  }

 private:
  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  std::optional<std::string_view> until(std::string_view end) {
    const std::size_t at = rest_.find(end);
    if (at == std::string_view::npos) return {};
    const std::string_view text = rest_.substr(0, at);
    rest_.remove_prefix(at + end.size());
    return text;
  }
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
  }
  // Blanks, comments and declarations.
  bool skip_between() {
    for (;;) {
      skip_blanks();
      if (take("<!--")) {
        if (!until("-->")) return false;
      } else if (take("<?")) {
        if (!until("?>")) return false;
      } else {
        return true;
      }
    }
  }
  std::string word() {
    const std::size_t end = std::min(rest_.find_first_of(" \t\r\n=/<>\"'"), rest_.size());
    std::string word(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return word;
  }
  bool attributes(XmlElement& to) {
    for (skip_blanks(); !rest_.empty() && rest_.front() != '>' && rest_.front() != '/';
         skip_blanks()) {
      std::string name = word();
      skip_blanks();
      if (name.empty() || !take("=")) return false;
      skip_blanks();
      const std::string_view quote = rest_.substr(0, 1);
      if ((quote != "\"" && quote != "'") || !take(quote)) return false;
      const auto value = until(quote);
      if (!value) return false;
      to.attributes.emplace_back(std::move(name), unescaped(*value));
    }
    return true;
  }
  bool element(XmlElement& to, std::size_t level) {
    if (level == kMostLevels || ++elements_ > kMostElements || !take("<")) return false;
    to.name = word();
    if (to.name.empty() || !attributes(to)) return false;
    if (take("/>")) return true;
    return take(">") && content(to, level);
  }
  bool content(XmlElement& to, std::size_t level) {
    std::string text;
    for (;;) {
      const std::size_t at = rest_.find('<');
      if (at == std::string_view::npos) return false;
      text += rest_.substr(0, at);
      rest_.remove_prefix(at);
      if (take("<!--")) {
        if (!until("-->")) return false;
      } else if (take("</")) {
        to.text = unescaped(trimmed(text));
        if (word() != to.name) return false;
        skip_blanks();
        return take(">");
      } else if (!element(to.children.emplace_back(), level + 1)) {
        return false;
      }
    }
  }

  std::string_view rest_;
  std::size_t elements_ = 0;
};

}  // namespace

const XmlElement* XmlElement::find(std::initializer_list<std::string_view> path) const {
  const XmlElement* at = this;
  for (const std::string_view step : path) {
    const auto child = std::find_if(at->children.begin(), at->children.end(),
                                    [&](const XmlElement& one) { return one.name == step; });
    if (child == at->children.end()) return nullptr;
    at = &*child;
  }
  return at;
}

std::string XmlElement::text_of(std::initializer_list<std::string_view> path) const {
  const XmlElement* const at = find(path);
  return at == nullptr ? std::string() : at->text;
}

std::string XmlElement::attribute(std::string_view wanted) const {
  for (const auto& [key, value] : attributes) {
    if (key == wanted) return value;
  }
  return {};
}

std::optional<XmlElement> parse_xml(std::string_view text) { return Parser(text).document(); }

}  // namespace ranvier::micro
