#include "analysis/trace_read/tokens.h"

#include <charconv>
#include <optional>

#include "ranvier/base/ascii.h"

namespace ranvier::trace_read {
namespace {

bool starts_name(char c) { return is_ascii_letter(c) || c == '_'; }
bool is_of_name(char c) { return starts_name(c) || is_ascii_digit(c); }

class Lexer final {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    std::vector<Token> tokens;
    while (skip_space() && !failure_) tokens.push_back(next());
    if (failure_) return *failure_;
    tokens.push_back(made(Token::Kind::kEnd, ""));
    return tokens;
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void step() {
    if (here() == '\n') ++line_;
    ++at_;
  }
  Token made(Token::Kind kind, std::string text) const { return {kind, std::move(text), 0, line_}; }

  Token fail(const std::string& words) {
    if (!failure_) {
      failure_ = Error{Code::kInvalidArgument, "line " + std::to_string(line_) + ": " + words};
    }
    return made(Token::Kind::kEnd, "");
  }

  // False at the end of the text.
  bool skip_space() {
    while (at_ < text_.size()) {
      if (here() == '/' && here(1) == '*') {
        skip_comment();
      } else if (here() == '/' && here(1) == '/') {
        while (at_ < text_.size() && here() != '\n') step();
      } else if (is_ascii_space(here())) {
        step();
      } else {
        return true;
      }
    }
    return false;
  }
  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    const std::size_t after = end == std::string_view::npos ? text_.size() : end + 2;
    while (at_ < after) step();
  }

  Token next() {
    if (starts_name(here())) return name();
    if (is_ascii_digit(here())) return number();
    if (here() == '"') return quoted();
    return mark();
  }
  Token name() {
    const std::size_t begin = at_;
    while (is_of_name(here())) ++at_;
    return made(Token::Kind::kName, std::string(text_.substr(begin, at_ - begin)));
  }
  Token number() {
    const std::size_t begin = at_;
    while (is_of_name(here())) ++at_;
    const std::string_view whole = text_.substr(begin, at_ - begin);
    std::string_view digits = whole;
    int base = 10;
    if (digits.starts_with("0x") || digits.starts_with("0X")) {
      base = 16;
      digits.remove_prefix(2);
    } else if (digits.size() > 1 && digits[0] == '0') {
      base = 8;
    }
    while (!digits.empty() &&
           (digits.back() == 'U' || digits.back() == 'L' || digits.back() == 'u')) {
      digits.remove_suffix(1);
    }
    Token token = made(Token::Kind::kNumber, std::string(whole));
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), token.number, base);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return fail("'" + token.text + "' is no number that fits into 64 bits");
    }
    return token;
  }
  Token quoted() {
    Token token = made(Token::Kind::kText, "");
    for (step(); here() != '"'; step()) {
      if (at_ >= text_.size()) return fail("a text in quotes does not end");
      if (here() == '\\') step();
      token.text += here();
    }
    step();
    return token;
  }
  Token mark() {
    for (const std::string_view both : {":=", "..."}) {
      if (text_.substr(at_, both.size()) != both) continue;
      at_ += both.size();
      return made(Token::Kind::kMark, std::string(both));
    }
    const char c = here();
    if (std::string_view("{}[]()<>;:,.=-").find(c) == std::string_view::npos) {
      return fail("a sign (code " + std::to_string(static_cast<unsigned char>(c)) +
                  ") that this reader does not know");
    }
    ++at_;
    return made(Token::Kind::kMark, std::string(1, c));
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::optional<Error> failure_;
};

}  // namespace

Result<std::vector<Token>> tokens_of(std::string_view text) { return Lexer(text).run(); }

}  // namespace ranvier::trace_read
