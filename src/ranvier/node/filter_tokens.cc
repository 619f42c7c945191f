#include "ranvier/node/filter_tokens.h"

#include <charconv>
#include <cstdint>

#include "ranvier/base/ascii.h"

namespace ranvier::filter {
namespace {

bool of_word(char c) {
  return is_ascii_letter(c) || is_ascii_digit(c) || c == '_' || c == '.' || c == '[' || c == ']';
}

}  // namespace

Token Tokens::take() {
  const Token taken = now_;
  next();
  return taken;
}

bool Tokens::at_word(std::string_view upper) const {
  return now_.kind == Token::Kind::kWord && same_word(now_.text, upper);
}

bool Tokens::take_word(std::string_view upper) {
  const bool there = at_word(upper);
  if (there) next();
  return there;
}

bool Tokens::take_sign(std::string_view sign) {
  const bool there = now_.kind == Token::Kind::kSign && now_.text == sign;
  if (there) next();
  return there;
}

void Tokens::next() {
  while (at_ < text_.size() && is_ascii_space(text_[at_])) ++at_;
  const std::size_t begin = at_;
  if (begin == text_.size()) return set(Token::Kind::kEnd, begin, 0);
  const char c = text_[begin];
  if (c == '\'' || c == '`') return next_text(begin);
  if (c == '%') return next_run(Token::Kind::kParameter, begin + 1);
  if (is_ascii_digit(c) || c == '-' || c == '+') {
    return next_number(begin);
  }
  if (of_word(c)) return next_run(Token::Kind::kWord, begin);
  for (const std::string_view sign : {"<>", "<=", ">=", "!="}) {
    if (text_.substr(begin, 2) == sign) return set(Token::Kind::kSign, begin, 2);
  }
  set(Token::Kind::kSign, begin, 1);
}

void Tokens::next_text(std::size_t begin) {
  const std::size_t end = text_.find('\'', begin + 1);
  if (end == text_.npos) throw Wrong{begin, "a text without its closing quote (')"};
  now_ = {Token::Kind::kText, text_.substr(begin + 1, end - begin - 1), begin};
  at_ = end + 1;
}

void Tokens::next_run(Token::Kind kind, std::size_t begin) {
  std::size_t end = begin;
  while (end < text_.size() && of_word(text_[end])) ++end;
  set(kind, begin, end - begin);
}

void Tokens::next_number(std::size_t begin) {
  std::size_t end = begin + 1;
  const auto goes_on = [&] {
    const char before = text_[end - 1];
    const bool exponent =
        (text_[end] == '-' || text_[end] == '+') && (before == 'e' || before == 'E');
    return exponent || is_ascii_letter(text_[end]) || is_ascii_digit(text_[end]) ||
           text_[end] == '.';
  };
  while (end < text_.size() && goes_on()) ++end;
  set(Token::Kind::kNumber, begin, end - begin);
}

void Tokens::set(Token::Kind kind, std::size_t begin, std::size_t size) {
  now_ = {kind, text_.substr(begin, size), begin};
  at_ = begin + size;
}

std::optional<Number> to_number(std::string_view text) {
  if (same_word(text, "TRUE")) return 1;
  if (same_word(text, "FALSE")) return 0;
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    std::uint64_t whole = 0;
    const auto read = std::from_chars(text.data() + 2, end, whole, 16);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return negative ? -Number(whole) : Number(whole);
  }
  Number number = 0;
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return negative ? -number : number;
}

}  // namespace ranvier::filter
