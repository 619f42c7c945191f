#include "ranvier/trace_read/metadata.h"

#include <functional>
#include <optional>

#include "ranvier/trace_read/tokens.h"

namespace ranvier::trace_read {
namespace {

constexpr std::uint64_t kMostElements = 65'536;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr const char* kKnown =
    " This reader knows integers of 1, 2, 4 or 8 bytes, strings, and arrays of such integers "
    "whose length is a number; read the trace with babeltrace2.";

/// What stands behind a `=`.
struct Value {
  std::string text;  ///< a name, a path of names with dots, or what was in quotes
  std::optional<std::int64_t> number;
};

std::optional<TraceUuid> uuid_of(const std::string& text) {
  TraceUuid uuid{};
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '-') continue;
    const std::size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos || digits == 2 * uuid.size()) return std::nullopt;
    uuid[digits / 2] = static_cast<std::uint8_t>(uuid[digits / 2] << 4 | digit);
    ++digits;
  }
  if (digits != 2 * uuid.size()) return std::nullopt;
  return uuid;
}

// After a failure the parser stands at the end, so that every loop ends.
class Parser final {
 public:
  explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

  Result<Metadata> run() {
    while (!at_end()) block();
    if (failure_) return *failure_;
    return std::move(metadata_);
  }

 private:
  using Attribute = std::function<void(const std::string& name, const Value& value)>;
  using Member = std::function<bool(const std::string& name)>;

  const Token& here() const { return tokens_[at_]; }
  bool at_end() const { return here().kind == Token::Kind::kEnd; }
  Token next() { return at_end() ? here() : tokens_[at_++]; }
  void fail(Code code, const std::string& words) {
    if (!failure_) failure_ = Error{code, "line " + std::to_string(here().line) + ": " + words};
    at_ = tokens_.size() - 1;
  }
  void wrong(const std::string& words) { fail(Code::kInvalidArgument, words); }
  void unknown(const std::string& what) {
    fail(Code::kUnsupported, "'" + what + "' is not of the part of the language that is read here." +
                                 kKnown);
  }
  bool is(const char* mark) const {
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
  std::string name() {
    if (here().kind == Token::Kind::kName) return next().text;
    wrong("a name is missing before '" + here().text + "'");
    return {};
  }
  std::string path() {
    std::string whole = name();
    while (accept(".")) whole += '.' + name();
    return whole;
  }

  void block() {
    const std::string word = name();
    if (word == "typealias") return alias();
    if (word == "trace") return trace();
    if (word == "env") return env();
    if (word == "clock") return clock();
    if (word == "stream") return stream();
    if (word == "event") return event();
    if (!failure_) unknown(word);
  }

  Value value() {
    Value value;
    const bool negative = accept("-");
    if (here().kind == Token::Kind::kNumber) {
      const std::uint64_t number = next().number;
      value.number = static_cast<std::int64_t>(negative ? 0 - number : number);
      value.text = std::to_string(*value.number);
    } else if (here().kind == Token::Kind::kText && !negative) {
      value.text = next().text;
    } else {
      value.text = path();
    }
    return value;
  }

  // { name = value; name := struct { ... }; }: `struct_of` reads the latter, or
  // says that it does not know the name.
  void attributes(const Attribute& attribute, const Member& struct_of) {
    expect("{");
    while (!at_end() && !is("}")) {
      const std::string which = path();
      if (accept("=")) {
        attribute(which, value());
      } else {
        expect(":=");
        if (!failure_ && !struct_of(which)) unknown(which);
      }
      expect(";");
    }
    expect("}");
  }
  static bool no_struct(const std::string&) { return false; }

  void alias() {
    const Field type = this->type();
    expect(":=");
    const std::string called = name();
    if (here().kind == Token::Kind::kName) return unknown(called + ' ' + here().text);
    expect(";");
    aliases_[called] = type;
  }

  void trace() {
    attributes(
        [this](const std::string& which, const Value& value) {
          if (which == "byte_order") {
            if (value.text != "le" && value.text != "be") return unknown(value.text);
            metadata_.is_little_endian = value.text == "le";
          } else if (which == "uuid") {
            const auto uuid = uuid_of(value.text);
            if (!uuid) return wrong("'" + value.text + "' is no UUID");
            metadata_.uuid = *uuid;
          } else if (which == "major" && value.number != 1) {
            unknown("major = " + value.text);
          }
        },
        [this](const std::string& which) {
          return which == "packet.header" && read_struct(metadata_.packet_header);
        });
    expect(";");
  }

  void env() {
    attributes([this](const std::string& which,
                      const Value& value) { metadata_.env[which] = value.text; },
               no_struct);
    expect(";");
  }

  void clock() {
    if (has_clock_) return unknown("a second clock");
    has_clock_ = true;
    std::uint64_t seconds = 0, cycles = 0;  // unsigned: what is absurd wraps
    attributes(
        [&](const std::string& which, const Value& value) {
          const auto number = static_cast<std::uint64_t>(value.number.value_or(0));
          if (which == "uuid") metadata_.clock_uuid = value.text;
          if (which == "offset_s") seconds = number;
          if (which == "offset") cycles = number;
          if (which == "freq" && value.number != kSecond) unknown("freq = " + value.text);
        },
        no_struct);
    metadata_.clock_zero = static_cast<std::int64_t>(seconds * kSecond + cycles);
    expect(";");
  }

  void stream() {
    StreamClass stream;
    attributes(
        [&](const std::string& which, const Value& value) {
          if (which == "id") stream.id = static_cast<std::uint64_t>(value.number.value_or(0));
        },
        [&](const std::string& which) {
          if (which == "packet.context") return read_struct(stream.packet_context);
          if (which == "event.header") return read_struct(stream.event_header);
          return which == "event.context" && read_struct(stream.event_context);
        });
    metadata_.streams.push_back(std::move(stream));
    expect(";");
  }

  void event() {
    EventClass event;
    attributes(
        [&](const std::string& which, const Value& value) {
          const auto number = static_cast<std::uint64_t>(value.number.value_or(0));
          if (which == "name") event.name = value.text;
          if (which == "id") event.id = number;
          if (which == "stream_id") event.stream_id = number;
        },
        [&](const std::string& which) { return which == "fields" && read_struct(event.fields); });
    metadata_.events.push_back(std::move(event));
    expect(";");
  }

  // True, as what it reads was known by name; whatever fails is noted.
  bool read_struct(Struct& into) {
    const std::string word = name();
    if (word != "struct" && !failure_) unknown(word);
    expect("{");
    while (!at_end() && !is("}")) into.push_back(member());
    expect("}");
    return true;
  }

  Field member() {
    Field field = type();
    field.name = name();
    if (accept("[")) {
      make_array(field);
      expect("]");
    }
    if (is("[")) unknown("an array of arrays");
    expect(";");
    return field;
  }

  void make_array(Field& field) {
    if (here().kind != Token::Kind::kNumber) return unknown("[" + here().text + "]");
    const std::uint64_t count = next().number;
    if (field.kind != Field::Kind::kInteger) return unknown("an array of '" + field.name + "'");
    if (count > kMostElements) return unknown("[" + std::to_string(count) + "]");
    field.kind = Field::Kind::kArray;
    field.count = static_cast<std::uint32_t>(count);
  }

  Field type() {
    const std::string word = name();
    if (word == "integer") return integer();
    if (word == "string") {
      if (is("{")) attributes([](const std::string&, const Value&) {}, no_struct);
      Field field;
      field.kind = Field::Kind::kString;
      return field;
    }
    const auto known = aliases_.find(word);
    if (known != aliases_.end()) return known->second;
    if (!failure_) unknown(word);
    return {};
  }

  Field integer() {
    Field field;
    attributes(
        [&](const std::string& which, const Value& value) {
          if (which == "size") size_of(field, value);
          if (which == "align" && value.number.value_or(0) > 8) unknown("align = " + value.text);
          if (which == "signed") field.is_signed = value.text == "true" || value.text == "1";
          if (which == "encoding") field.is_letter = value.text != "none";
          if (which == "map") field.is_time = value.text.starts_with("clock.");
          if (which == "byte_order" && value.text != "native") unknown("byte_order of an integer");
        },
        no_struct);
    if (field.bytes == 0) wrong("an integer without a size");
    return field;
  }
  void size_of(Field& field, const Value& value) {
    const std::int64_t bits = value.number.value_or(0);
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return unknown("size = " + value.text);
    field.bytes = static_cast<std::uint8_t>(bits / 8);
  }

  const std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::optional<Error> failure_;
  std::map<std::string, Field> aliases_;
  bool has_clock_ = false;
  Metadata metadata_;
};

}  // namespace

Result<Metadata> parse_metadata(std::string_view text) {
  auto tokens = tokens_of(text);
  if (!tokens) return tokens.error();
  return Parser(std::move(*tokens)).run();
}

}  // namespace ranvier::trace_read
