// Reads the words of a trace's metadata one after the other: what all its parts need.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/trace_read/tokens.h"
#include "ranvier/base/result.h"

namespace ranvier::trace_read {

/// After a failure it stands at the end, so that every loop ends.
class Words {
 public:
  explicit Words(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

 protected:
  /// What stands behind a `=`.
  struct Value {
    std::string text;  ///< a name, a path of names with dots, or what was in quotes
    std::optional<std::int64_t> number;
  };
  using Attribute = std::function<void(const std::string& name, const Value& value)>;
  using Member = std::function<bool(const std::string& name)>;

  [[nodiscard]] const Token& here(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }
  [[nodiscard]] bool at_end() const { return here().kind == Token::Kind::kEnd; }
  Token next() { return at_end() ? here() : tokens_[at_++]; }
  void skip(std::size_t words) { at_ = std::min(at_ + words, tokens_.size() - 1); }

  void fail(Code code, const std::string& words) {
    if (!failure_) failure_ = Error{code, "line " + std::to_string(here().line) + ": " + words};
    at_ = tokens_.size() - 1;
  }
  void wrong(const std::string& words) { fail(Code::kInvalidArgument, words); }
  void unknown(const std::string& what) {
    fail(Code::kUnsupported, "'" + what +
                                 "' is not of the part of the language that is read "
                                 "here. Read the trace with babeltrace2.");
  }
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

  [[nodiscard]] bool is(const char* mark) const {
    return here().kind == Token::Kind::kMark && here().text == mark;
  }
  bool accept(const char* mark) {
    if (!is(mark)) return false;
    ++at_;
    return true;
  }
  void expect(const char* mark) {
    if (!accept(mark)) wrong("'" + std::string(mark) + "' is missing before '" + here().text + "'");
  }
  [[nodiscard]] bool is_name() const { return here().kind == Token::Kind::kName; }
  std::string name() {
    if (is_name()) return next().text;
    wrong("a name is missing before '" + here().text + "'");
    return {};
  }
  std::string path() {
    std::string whole = name();
    while (accept(".")) whole += '.' + name();
    return whole;
  }
  std::int64_t number() {
    const bool negative = accept("-");
    if (here().kind != Token::Kind::kNumber) {
      wrong("a number is missing before '" + here().text + "'");
      return 0;
    }
    const std::uint64_t number = next().number;
    return static_cast<std::int64_t>(negative ? 0 - number : number);
  }
  Value value() {
    if (is("-") || here().kind == Token::Kind::kNumber) {
      const std::int64_t one = number();
      return {std::to_string(one), one};
    }
    if (here().kind == Token::Kind::kText) return {next().text, {}};
    return {path(), {}};
  }

  /// { name = value; name := struct { ... }; }: `struct_of` reads the latter, or
  /// says that it does not know the name.
  void attributes(const Attribute& attribute, const Member& struct_of = {}) {
    expect("{");
    while (!at_end() && !is("}")) {
      const std::string which = path();
      if (accept("=")) {
        attribute(which, value());
      } else {
        expect(":=");
        if (!failure_ && (!struct_of || !struct_of(which))) unknown(which);
      }
      expect(";");
    }
    expect("}");
  }

 private:
  const std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::optional<Error> failure_;
};

}  // namespace ranvier::trace_read
