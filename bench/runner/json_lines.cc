#include "bench/runner/json_lines.h"

#include <algorithm>

namespace ranvier::bench {
namespace {

/// Goes through a valid text, value by value.
class Scanner final {
 public:
  explicit Scanner(const std::string& text) : text_(text) { skip_blanks(); }

  /// Enters the object or list that begins here and goes to what the step names.
  /// @return false if it is not there; then it stays at the beginning.
  bool enter(const JsonStep& step) {
    const std::size_t begin = at_;
    const char open = peek();
    if (open != '{' && open != '[') return false;
    next();
    for (std::size_t number = 0; peek() != '}' && peek() != ']' && peek() != 0; ++number) {
      const std::string key = open == '{' ? take_key() : "";
      const auto* const name = std::get_if<std::string>(&step);
      if (name != nullptr ? open == '{' && *name == key
                          : open == '[' && std::get<std::size_t>(step) == number)
        return true;
      skip_value();
      if (peek() == ',') next();
    }
    at_ = begin;
    return false;
  }

  [[nodiscard]] std::size_t line() const {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at_, text_.size()));
    return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
  }

 private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : 0; }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  void next() {
    ++at_;
    skip_blanks();
  }
  void skip_text() {
    for (++at_; peek() != '"' && peek() != 0; ++at_) at_ += peek() == '\\';
    next();
  }
  std::string take_key() {
    const std::size_t begin = at_ + 1;
    skip_text();
    const std::size_t end = text_.rfind('"', at_ - 1);
    next();  // the colon
    return text_.substr(begin, end - begin);
  }
  void skip_value() {
    std::size_t depth = 0;
    do {
      if (peek() == '"') {
        skip_text();
        continue;
      }
      depth += peek() == '{' || peek() == '[';
      depth -= peek() == '}' || peek() == ']';
      next();
    } while (peek() != 0 && (depth > 0 || (peek() != ',' && peek() != '}' && peek() != ']')));
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t line_of(const std::string& text, const JsonPath& path) {
  Scanner scanner(text);
  for (const JsonStep& step : path) {
    if (!scanner.enter(step)) break;
  }
  return scanner.line();
}

}  // namespace ranvier::bench
