// The words of a content filter's expression.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace ranvier::filter {

using Number = long double;  ///< holds every 64-bit integer and every double

/// What ContentFilter::parse() turns into an Error.
struct Wrong {
  std::size_t at;  ///< in the expression
  std::string what;
};

struct Token {
  enum class Kind { kEnd, kWord, kNumber, kText, kParameter, kSign };
  Kind kind;
  std::string_view text;  ///< of kText without quotes, of kParameter without %
  std::size_t at;
};

/// The tokens of a text, which outlives them, one after the other.
/// All that reads on throws Wrong at a text that has no closing quote.
/// Threads: on one at a time.
class Tokens final {
 public:
  explicit Tokens(std::string_view text) : text_(text) { next(); }

  [[nodiscard]] const Token& now() const { return now_; }
  Token take();
  /// @param upper  a word of the language, in capitals; the text's may be of either case.
  [[nodiscard]] bool at_word(std::string_view upper) const;
  bool take_word(std::string_view upper);  ///< whether it is there; then it is taken
  bool take_sign(std::string_view sign);   ///< likewise

 private:
  void next();
  void next_text(std::size_t begin);
  void next_run(Token::Kind kind, std::size_t begin);
  void next_number(std::size_t begin);
  void set(Token::Kind kind, std::size_t begin, std::size_t size);

  const std::string_view text_;
  std::size_t at_ = 0;
  Token now_{};
};

/// The number that a literal stands for: 12, 0x1F, 1.5e3, TRUE, FALSE. None if it is no number.
std::optional<Number> to_number(std::string_view text);

}  // namespace ranvier::filter
