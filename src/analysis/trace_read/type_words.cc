#include "analysis/trace_read/type_words.h"

#include <algorithm>
#include <bit>

namespace ranvier::trace_read {
namespace {

using Kind = Type::Kind;

constexpr std::int64_t kMostElements = 65'536;
constexpr std::size_t kMostWords = 4;  // "unsigned long long int"

TypePtr shared(Type type) { return std::make_shared<const Type>(std::move(type)); }

}  // namespace

TypePtr TypeWords::type() {
  if (!is_name()) wrong("a type is missing before '" + here().text + "'");
  if (depth_ == Type::kMostDepth) unknown("types within types within types");
  ++depth_;
  TypePtr found = failure() ? nullptr : declared(here().text);
  --depth_;
  static const TypePtr kNothing = shared({});
  return found ? found : kNothing;
}

TypePtr TypeWords::declared(const std::string& word) {
  using Declaration = TypePtr (TypeWords::*)();
  static const std::map<std::string, Declaration> kDeclarations{
      {"integer", &TypeWords::integer},  {"floating_point", &TypeWords::floating_point},
      {"string", &TypeWords::string},    {"enum", &TypeWords::enumeration},
      {"struct", &TypeWords::structure}, {"variant", &TypeWords::variant}};
  const auto found = kDeclarations.find(word);
  if (found == kDeclarations.end()) return known();
  skip(1);
  return (this->*found->second)();
}

// The name of a type may be of several words; the longest that is known is meant.
TypePtr TypeWords::known() {
  std::string words;
  TypePtr found;
  std::size_t length = 0;
  for (std::size_t i = 0; i < kMostWords && here(i).kind == Token::Kind::kName; ++i) {
    words += (i > 0 ? " " : "") + here(i).text;
    const auto one = known_.find(words);
    if (one == known_.end()) continue;
    found = one->second;
    length = i + 1;
  }
  if (!found) unknown(here().text);
  skip(length);
  return found;
}

TypePtr TypeWords::named(const std::string& kind) {
  const std::string which = kind + ' ' + name();
  const auto found = known_.find(which);
  if (found != known_.end()) return found->second;
  if (!failure()) wrong("'" + which + "' is not declared before");
  return nullptr;
}

TypePtr TypeWords::remember(const std::string& kind, const std::string& name, Type made) {
  TypePtr type = shared(std::move(made));
  if (!name.empty()) known_[kind + ' ' + name] = type;
  return type;
}

void TypeWords::alias() {
  const TypePtr meant = type();
  expect(":=");
  std::string called = name();
  while (is_name()) called += ' ' + name();
  expect(";");
  known_[called] = meant;
}

void TypeWords::set_align(Type& of, std::int64_t bits) {
  const bool is_known =
      bits > 0 && bits <= Type::kMostAlign && std::has_single_bit(static_cast<std::uint64_t>(bits));
  if (!is_known) return unknown("align = " + std::to_string(bits));
  of.align = static_cast<std::uint32_t>(bits);
}

void TypeWords::set_byte_order(Type& of, const std::string& order) {
  if (order == "native") return;
  const bool is_big = order == "be" || order == "network";
  if (!is_big && order != "le") return unknown("byte_order = " + order);
  of.is_little = !is_big;
}

TypePtr TypeWords::integer() {
  Type made;
  bool is_aligned = false;
  attributes([&](const std::string& which, const Value& value) {
    const std::int64_t number = value.number.value_or(0);
    if (which == "size") {
      if (number < 1 || number > 64) return unknown("size = " + value.text);
      made.bits = static_cast<std::uint32_t>(number);
    }
    if (which == "align") {
      is_aligned = true;
      set_align(made, number);
    }
    if (which == "signed") {
      made.is_signed = value.text == "true" || value.text == "TRUE" || value.text == "1";
    }
    if (which == "encoding") made.is_letter = value.text != "none";
    if (which == "map") made.is_time = value.text.starts_with("clock.");
    if (which == "byte_order") set_byte_order(made, value.text);
  });
  if (made.bits == 0) wrong("an integer without a size");
  if (!is_aligned) made.align = made.bits % 8 == 0 ? 8 : 1;
  return shared(std::move(made));
}

TypePtr TypeWords::floating_point() {
  Type made;
  made.kind = Kind::kFloat;
  std::int64_t bits = 0;
  attributes([&](const std::string& which, const Value& value) {
    const std::int64_t number = value.number.value_or(0);
    if (which == "exp_dig" || which == "mant_dig") {
      if (number < 1 || number > 128) return unknown(which + " = " + value.text);
      bits += number;
    }
    if (which == "align") set_align(made, number);
    if (which == "byte_order") set_byte_order(made, value.text);
  });
  if (bits == 0 || bits > 256) wrong("a floating_point without a size");
  made.bits = static_cast<std::uint32_t>(std::clamp<std::int64_t>(bits, 1, 256));
  return shared(std::move(made));
}

TypePtr TypeWords::string() {
  Type made;
  made.kind = Kind::kString;
  if (is("{")) attributes([](const std::string&, const Value&) {});
  return shared(std::move(made));
}

// enum NAME : TYPE { label = 1, other = 2 ... 5 }
TypePtr TypeWords::enumeration() {
  const bool is_called = is_name();
  if (is_called && !(here(1).text == ":" || here(1).text == "{")) return named("enum");
  const std::string called = is_called ? name() : "";
  TypePtr base;
  if (accept(":")) {
    base = type();
  } else if (const auto found = known_.find("int"); found != known_.end()) {
    base = found->second;
  }
  if (!base || base->kind != Kind::kInteger) {
    unknown("enum " + called);
    return nullptr;
  }
  Type made = *base;
  labels(made);
  return remember("enum", called, std::move(made));
}

void TypeWords::labels(Type& into) {
  into.labels.clear();
  std::int64_t value = 0;
  expect("{");
  while (!at_end() && !is("}")) {
    Type::Label label;
    label.name = here().kind == Token::Kind::kText ? next().text : name();
    if (accept("=")) value = number();
    label.first = label.last = value;
    if (accept("...")) label.last = number();
    value = static_cast<std::int64_t>(static_cast<std::uint64_t>(label.last) + 1);
    into.labels.push_back(std::move(label));
    if (!accept(",")) break;
  }
  expect("}");
}

TypePtr TypeWords::structure() {
  if (is_name() && here(1).text != "{") return named("struct");
  const std::string called = is_name() ? name() : "";
  Type made;
  made.kind = Kind::kStruct;
  made.align = 1;
  members(made);
  if (is_name() && here().text == "align" && here(1).text == "(") {
    skip(1);
    expect("(");
    set_align(made, number());
    expect(")");
  }
  return remember("struct", called, std::move(made));
}

// variant NAME <selector> { ... }, or one that is known and is given what to look at.
TypePtr TypeWords::variant() {
  const std::string called = is_name() ? name() : "";
  std::string selector;
  if (accept("<")) {
    selector = path();
    expect(">");
  }
  Type made;
  made.kind = Kind::kVariant;
  made.align = 1;
  if (is("{")) {
    members(made);
  } else if (const auto found = known_.find("variant " + called); found != known_.end()) {
    made = *found->second;
  } else {
    wrong("'variant " + called + "' is not declared before");
  }
  made.selector = selector;
  return remember("variant", called, std::move(made));
}

void TypeWords::members(Type& into) {
  expect("{");
  while (!at_end() && !is("}")) add(into, member());
  expect("}");
}

void TypeWords::add(Type& to, Field member) {
  to.nodes += member.type->nodes;
  to.depth = std::max(to.depth, member.type->depth + 1);
  if (to.nodes > Type::kMostNodes || to.depth > Type::kMostDepth) {
    return unknown("a type of so many parts");
  }
  to.members.push_back(std::move(member));
}

Field TypeWords::member() {
  Field field;
  field.type = type();
  field.name = name();
  while (is("[") && !failure()) field.type = array_of(field.type);
  expect(";");
  return field;
}

TypePtr TypeWords::array_of(TypePtr element) {
  expect("[");
  Type made;
  made.align = 1;
  if (here().kind == Token::Kind::kNumber) {
    const std::int64_t count = number();
    made.kind = Kind::kArray;
    if (count < 0 || count > kMostElements) unknown("[" + std::to_string(count) + "]");
    made.count = static_cast<std::uint32_t>(count);
  } else {
    made.kind = Kind::kSequence;
    made.selector = path();
  }
  add(made, {"", std::move(element)});
  expect("]");
  return shared(std::move(made));
}

}  // namespace ranvier::trace_read
