#include "ranvier/node/content_filter.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>

#include "ranvier/base/ascii.h"
#include "ranvier/node/filter_tokens.h"

namespace ranvier {
namespace {

using codec::Member;
using codec::Repeat;
using codec::Scalar;
using filter::Number;
using filter::to_number;
using filter::Token;
using filter::Tokens;
using filter::Wrong;
using Condition = std::function<bool(const void* object)>;
using Value = std::variant<std::monostate, Number, std::string_view>;

// One step from an object to a member of it, or to an element of that.
struct Step {
  const Member* member;
  std::optional<std::size_t> index;
};

// Null if there is no such element.
const void* follow(const void* object, const Step& step) {
  const void* member = static_cast<const char*>(object) + step.member->offset;
  if (!step.index) return member;
  if (*step.index >= step.member->size(member)) return nullptr;
  return step.member->at(member, *step.index);
}

template <class T>
Number number_at(const void* at) {
  return static_cast<Number>(*static_cast<const T*>(at));
}

Value value_at(const void* at, Scalar scalar) {
  switch (scalar) {
    case Scalar::kInt8: return number_at<std::int8_t>(at);
    case Scalar::kUint8:
    case Scalar::kChar:
    case Scalar::kByte: return number_at<std::uint8_t>(at);
    case Scalar::kInt16: return number_at<std::int16_t>(at);
    case Scalar::kUint16:
    case Scalar::kWchar: return number_at<std::uint16_t>(at);
    case Scalar::kInt32: return number_at<std::int32_t>(at);
    case Scalar::kUint32: return number_at<std::uint32_t>(at);
    case Scalar::kInt64: return number_at<std::int64_t>(at);
    case Scalar::kUint64: return number_at<std::uint64_t>(at);
    case Scalar::kFloat: return number_at<float>(at);
    case Scalar::kDouble: return number_at<double>(at);
    case Scalar::kLongDouble: return number_at<long double>(at);
    case Scalar::kBoolean: return number_at<bool>(at);
    case Scalar::kString:
    case Scalar::kBoundedString: return std::string_view(*static_cast<const std::string*>(at));
    default: return {};
  }
}

bool is_text(Scalar scalar) {
  return scalar == Scalar::kString || scalar == Scalar::kBoundedString;
}

// One side of a predicate: a field or a literal.
struct Operand {
  std::vector<Step> path;  // of a field
  std::string text;        // of a literal
  std::optional<Number> number;
  bool quoted = false;  // a literal in quotes: text and nothing else
  std::size_t at = 0;   // in the expression

  bool is_field() const { return !path.empty(); }
  bool could_be_text() const { return is_field() ? is_text(path.back().member->scalar) : true; }
  bool could_be_number() const {
    return is_field() ? !is_text(path.back().member->scalar) : number && !quoted;
  }
  Value value(const void* object, bool as_text) const {
    if (!is_field()) return as_text ? Value(std::string_view(text)) : Value(*number);
    const void* at_field = object;
    for (const Step& step : path) {
      const auto* bits = as_bits(at_field, step);
      if (bits) return *step.index < bits->size() ? Value(Number((*bits)[*step.index])) : Value();
      at_field = follow(at_field, step);
      if (at_field == nullptr) return {};
    }
    return value_at(at_field, path.back().member->scalar);
  }

 private:
  // A list of bool has no elements to point at.
  static const std::vector<bool>* as_bits(const void* object, const Step& step) {
    if (!step.index || step.member->at != nullptr) return nullptr;
    const void* member = static_cast<const char*>(object) + step.member->offset;
    return static_cast<const std::vector<bool>*>(member);
  }
};

// "%" stands for any characters, "_" for one.
bool like(std::string_view text, std::string_view pattern) {
  std::size_t t = 0, p = 0, retry_t = 0;
  std::size_t retry_p = pattern.npos;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      retry_p = ++p;
      retry_t = t;
    } else if (p < pattern.size() && (pattern[p] == '_' || pattern[p] == text[t])) {
      ++p, ++t;
    } else if (retry_p != pattern.npos) {
      p = retry_p;
      t = ++retry_t;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '%') ++p;
  return p == pattern.size();
}

using Compare = bool (*)(const Value& left, const Value& right);

Compare comparison(std::string_view sign) {
  if (sign == "=") return [](const Value& a, const Value& b) { return a == b; };
  if (sign == "<>" || sign == "!=") return [](const Value& a, const Value& b) { return a != b; };
  if (sign == "<") return [](const Value& a, const Value& b) { return a < b; };
  if (sign == "<=") return [](const Value& a, const Value& b) { return a <= b; };
  if (sign == ">") return [](const Value& a, const Value& b) { return a > b; };
  if (sign == ">=") return [](const Value& a, const Value& b) { return a >= b; };
  return nullptr;
}

// Parentheses within parentheses: each is a call within a call, here and for each message.
constexpr int kMostParentheses = 100;

class Parser {
 public:
  Parser(const TypeInfo& type, std::string_view text, const std::vector<std::string>& parameters)
      : type_(type), tokens_(text), parameters_(parameters) {}

  Condition parse() {
    Condition condition = either();
    if (tokens_.now().kind != Token::Kind::kEnd) {
      throw Wrong{tokens_.now().at, "the end, AND or OR is expected"};
    }
    return condition;
  }

 private:
  Condition either() {
    return chain("OR", &Parser::both, [](std::vector<Condition> terms) -> Condition {
      return [terms = std::move(terms)](const void* o) {
        return std::any_of(terms.begin(), terms.end(), [o](const auto& term) { return term(o); });
      };
    });
  }
  Condition both() {
    return chain("AND", &Parser::negated, [](std::vector<Condition> terms) -> Condition {
      return [terms = std::move(terms)](const void* o) {
        return std::all_of(terms.begin(), terms.end(), [o](const auto& term) { return term(o); });
      };
    });
  }
  // Terms with `word` between them; one alone needs no `joined`.
  template <class Joined>
  Condition chain(std::string_view word, Condition (Parser::*next)(), const Joined& joined) {
    std::vector<Condition> terms;
    do terms.push_back((this->*next)());
    while (tokens_.take_word(word));
    return terms.size() == 1 ? std::move(terms.front()) : joined(std::move(terms));
  }
  Condition negated() {
    bool is_not = false;
    while (tokens_.take_word("NOT")) is_not = !is_not;
    Condition inner = tokens_.take_sign("(") ? in_parentheses() : predicate();
    if (!is_not) return inner;
    return [inner = std::move(inner)](const void* o) { return !inner(o); };
  }
  Condition in_parentheses() {
    if (parentheses_ == kMostParentheses) {
      throw Wrong{tokens_.now().at,
                  "more than " + std::to_string(kMostParentheses) + " parentheses are open"};
    }
    ++parentheses_;
    Condition inner = either();
    --parentheses_;
    if (!tokens_.take_sign(")")) throw Wrong{tokens_.now().at, "a closing parenthesis is expected"};
    return inner;
  }

  Condition predicate() {
    Operand left = operand();
    const bool outside = tokens_.take_word("NOT");
    if (tokens_.take_word("BETWEEN")) return between(std::move(left), outside);
    const Token sign = tokens_.take();
    if (!outside && sign.kind == Token::Kind::kWord && same_word(sign.text, "LIKE")) {
      return compare(
          std::move(left), operand(),
          [](const Value& a, const Value& b) {
            return like(std::get<std::string_view>(a), std::get<std::string_view>(b));
          },
          true);
    }
    const Compare made = sign.kind == Token::Kind::kSign ? comparison(sign.text) : nullptr;
    if (made == nullptr || outside) {
      throw Wrong{sign.at, "one of =, <>, !=, <, <=, >, >=, LIKE, BETWEEN is expected"};
    }
    return compare(std::move(left), operand(), made, false);
  }

  Condition between(Operand value, bool outside) {
    Operand low = operand();
    if (!tokens_.take_word("AND")) throw Wrong{tokens_.now().at, "AND is expected"};
    Condition above = compare(value, std::move(low), comparison(">="), false);
    Condition below = compare(std::move(value), operand(), comparison("<="), false);
    return [above = std::move(above), below = std::move(below), outside](const void* o) {
      return (above(o) && below(o)) != outside;
    };
  }

  static Condition compare(Operand left, Operand right, Compare with, bool only_text) {
    if (!left.is_field() && !right.is_field()) {
      throw Wrong{left.at, "one side must be a field of the message"};
    }
    const bool text = left.could_be_text() && right.could_be_text();
    const bool number = left.could_be_number() && right.could_be_number();
    if (only_text ? !text : !text && !number) {
      throw Wrong{right.at, only_text ? "LIKE compares text with text"
                                      : "a number is compared with a number, a text with a text"};
    }
    return [left = std::move(left), right = std::move(right), with, text](const void* object) {
      const Value a = left.value(object, text);
      const Value b = right.value(object, text);
      return a.index() != 0 && b.index() != 0 && with(a, b);
    };
  }

  Operand operand() {
    const Token token = tokens_.take();
    Operand made;
    made.at = token.at;
    switch (token.kind) {
      case Token::Kind::kText:
        made.text = token.text;
        made.quoted = true;
        return made;
      case Token::Kind::kParameter: return parameter(token);
      case Token::Kind::kNumber:
        made.number = to_number(token.text);
        made.text = token.text;
        if (!made.number) throw Wrong{token.at, "this is no number"};
        return made;
      case Token::Kind::kWord:
        made.text = token.text;
        if (same_word(token.text, "TRUE") || same_word(token.text, "FALSE")) {
          made.number = to_number(token.text);
        }
        if (!made.number) made.path = path(token);
        return made;
      default: throw Wrong{token.at, "a field, a literal or a parameter (%0) is expected"};
    }
  }

  Operand parameter(const Token& token) const {
    std::size_t index = parameters_.size();
    const char* const end = token.text.data() + token.text.size();
    const auto read = std::from_chars(token.text.data(), end, index);
    if (read.ec != std::errc() || read.ptr != end || index >= parameters_.size()) {
      throw Wrong{token.at, "there is no parameter of this number; " +
                                std::to_string(parameters_.size()) + " are given, from %0"};
    }
    Operand made;
    made.at = token.at;
    made.text = parameters_[index];
    const std::size_t last = made.text.size() - 1;
    made.quoted = made.text.size() >= 2 && made.text.front() == '\'' && made.text[last] == '\'';
    if (made.quoted) made.text = made.text.substr(1, last - 1);
    if (!made.quoted) made.number = to_number(made.text);
    return made;
  }

  std::vector<Step> path(const Token& token) const {
    std::vector<Step> steps;
    const TypeInfo* type = &type_;
    std::string_view rest = token.text;
    while (!rest.empty()) {
      if (type == nullptr) throw Wrong{token.at, "a field of a number or a text has no fields"};
      const std::string_view part = rest.substr(0, rest.find('.'));
      rest.remove_prefix(std::min(rest.size(), part.size() + 1));
      steps.push_back(step(*type, part, token.at));
      const Member& member = *steps.back().member;
      type = member.scalar == Scalar::kNested ? &member.nested() : nullptr;
    }
    const Scalar last = steps.back().member->scalar;
    if (type != nullptr || last == Scalar::kWstring || last == Scalar::kBoundedWstring) {
      throw Wrong{token.at, "field '" + std::string(token.text) +
                                "' is neither a number, a bool nor a string; name one in it"};
    }
    return steps;
  }

  static Step step(const TypeInfo& type, std::string_view part, std::size_t at) {
    const std::string_view name = part.substr(0, part.find('['));
    for (std::size_t i = 0; i < type.member_count; ++i) {
      const Member& member = type.members[i];
      if (name == member.name) return {&member, index_of(member, part.substr(name.size()), at)};
    }
    throw Wrong{at, std::string(type.name) + " has no field '" + std::string(name) + "'"};
  }

  static std::optional<std::size_t> index_of(const Member& member, std::string_view brackets,
                                             std::size_t at) {
    const bool list = member.repeat != Repeat::kNone;
    if (!list && brackets.empty()) return std::nullopt;
    std::size_t index = 0;
    const bool closed = brackets.size() > 2 && brackets.back() == ']';
    const char* const end = brackets.data() + brackets.size() - 1;
    const auto is_index = [&] {
      const auto read = std::from_chars(brackets.data() + 1, end, index);
      return read.ec == std::errc() && read.ptr == end;
    };
    if (!list || !closed || !is_index()) {
      throw Wrong{at, std::string("field '") + member.name +
                          (list ? "' is a list: name one element, '[0]'" : "' is no list")};
    }
    return index;
  }

  const TypeInfo& type_;
  Tokens tokens_;
  const std::vector<std::string>& parameters_;
  int parentheses_ = 0;
};

// The expression with a mark below `at`: of a long one, what is around it.
std::string marked(const std::string& expression, std::size_t at) {
  constexpr std::size_t kMost = 200;
  if (expression.size() <= kMost) return "  " + expression + "\n  " + std::string(at, ' ') + "^";
  const std::size_t begin = at - std::min(at, kMost / 2);
  return "  ..." + expression.substr(begin, kMost) + "...\n     " + std::string(at - begin, ' ') +
         "^ (character " + std::to_string(at + 1) + ")";
}

}  // namespace

Result<std::shared_ptr<const ContentFilter>> ContentFilter::parse(
    const TypeInfo& type, std::string expression, std::vector<std::string> parameters) {
  try {
    Condition condition = Parser(type, expression, parameters).parse();
    return std::shared_ptr<const ContentFilter>(
        new ContentFilter(std::move(expression), std::move(parameters), std::move(condition)));
  } catch (const Wrong& wrong) {
    return Error{Code::kInvalidArgument, "content filter for " + std::string(type.name) + ": " +
                                             wrong.what + ":\n" + marked(expression, wrong.at)};
  }
}

}  // namespace ranvier
