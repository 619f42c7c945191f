#include "analysis/trace_read/metadata.h"

#include <optional>

#include "analysis/trace_read/type_words.h"

namespace ranvier::trace_read {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

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

class Parser final : private TypeWords {
 public:
  using TypeWords::TypeWords;

  Result<Metadata> run() {
    while (!at_end()) block();
    if (failure()) return *failure();
    return std::move(metadata_);
  }

 private:
  void block() {
    const std::string word = here().text;
    if (is_name() && (word == "struct" || word == "enum" || word == "variant")) {
      type();
      return expect(";");
    }
    name();
    if (word == "typealias") return alias();
    if (word == "trace") return trace();
    if (word == "env") return env();
    if (word == "clock") return clock();
    if (word == "stream") return stream();
    if (word == "event") return event();
    if (!failure()) unknown(word);
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
    attributes([this](const std::string& which, const Value& value) {
      metadata_.env[which] = value.text;
    });
    expect(";");
  }

  void clock() {
    if (has_clock_) return unknown("a second clock");
    has_clock_ = true;
    std::uint64_t seconds = 0, cycles = 0;  // unsigned: what is absurd wraps
    attributes([&](const std::string& which, const Value& value) {
      const auto number = static_cast<std::uint64_t>(value.number.value_or(0));
      if (which == "uuid") metadata_.clock_uuid = value.text;
      if (which == "offset_s") seconds = number;
      if (which == "offset") cycles = number;
      if (which == "freq" && value.number != kSecond) unknown("freq = " + value.text);
    });
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
        [&](const std::string& which) {
          if (which == "context") return read_struct(event.context);
          return which == "fields" && read_struct(event.fields);
        });
    metadata_.events.push_back(std::move(event));
    expect(";");
  }

  // True, as what it reads was known by name; whatever fails is noted.
  bool read_struct(Type& into) {
    const std::string word = here().text;
    const TypePtr found = type();
    if (failure()) return true;
    if (found->kind == Type::Kind::kStruct) {
      into = *found;
    } else {
      unknown(word);
    }
    return true;
  }

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
