// The texts that are derived from the table of events.
#include <algorithm>
#include <bit>
#include <iterator>

#include "ranvier/trace/ctf.h"

namespace ranvier::trace {
namespace {

// Types of fields. Everything is packed: a record is copied, not laid out.
constexpr const char* kTypes = R"(
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 32; align = 8; signed = true; } := int32_t;
typealias integer { size = 64; align = 8; signed = true; } := int64_t;
typealias integer { size = 64; align = 8; signed = false; base = 16; } := pointer_t;
typealias integer { size = 8; align = 8; signed = true; encoding = UTF8; } := letter_t;
)";

// The stream of a thread: PacketHead, and the head of an event (ctf.h).
constexpr const char* kStream = R"(
typealias integer {
  size = 64; align = 8; signed = false;
  map = clock.monotonic.value;
} := clock_t;

stream {
  id = 0;
  event.header := struct {
    uint16_t id;
    clock_t timestamp;
  };
  packet.context := struct {
    clock_t timestamp_begin;
    clock_t timestamp_end;
    uint64_t content_size;
    uint64_t packet_size;
    uint64_t events_discarded;
    uint64_t packet_seq_num;
    uint32_t cpu_id;
    uint64_t position;
  };
)";
constexpr const char* kContext = R"(
  event.context := struct {
    int32_t _vpid;
    int32_t _vtid;
    letter_t _procname[16];
  };
)";

constexpr std::int64_t kSecond = 1'000'000'000;

std::string text_of_uuid(const Uuid& uuid) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += kDigits[uuid[i] >> 4];
    text += kDigits[uuid[i] & 15];
  }
  return text;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return result + '"';
}

// A leading underscore keeps a name from being a word of the language; readers drop it.
std::string declaration(const FieldInfo& field) {
  const std::string name = '_' + std::string(field.name);
  switch (field.type) {
    case FieldType::kPointer: return "pointer_t " + name;
    case FieldType::kInt32: return "int32_t " + name;
    case FieldType::kInt64: return "int64_t " + name;
    case FieldType::kUint64: return "uint64_t " + name;
    case FieldType::kString: return "string " + name;
    case FieldType::kGid: return "uint8_t " + name + '[' + std::to_string(kPaddedGidBytes) + ']';
  }
  return {};
}

std::string trace_block(const TraceIdentity& identity) {
  const char* order = std::endian::native == std::endian::little ? "le" : "be";
  return "\ntrace {\n  major = 1;\n  minor = 8;\n  uuid = \"" + text_of_uuid(identity.uuid) +
         "\";\n  byte_order = " + order +
         ";\n  packet.header := struct {\n    uint32_t magic;\n    uint8_t uuid[16];\n"
         "    uint32_t stream_id;\n    uint64_t stream_instance_id;\n  };\n};\n";
}

std::string env_block(const TraceIdentity& identity, const char* domain) {
  return "\nenv {\n  hostname = " + quoted(identity.host) + ";\n  domain = \"" + domain +
         "\";\n  tracer_name = \"ranvier\";\n  tracer_major = 0;\n"
         "  tracer_minor = 1;\n  procname = " +
         quoted(identity.program) + ";\n  vpid = " + std::to_string(identity.pid) + ";\n};\n";
}

// Absolute: readers may put traces of several processes and hosts on one axis.
std::string clock_block(const TraceIdentity& identity) {
  return "\nclock {\n  name = \"monotonic\";\n  uuid = \"" + identity.clock_uuid +
         "\";\n  description = \"CLOCK_MONOTONIC\";\n  freq = 1000000000;\n  offset_s = " +
         std::to_string(identity.epoch_ns / kSecond) +
         ";\n  offset = " + std::to_string(identity.epoch_ns % kSecond) +
         ";\n  absolute = TRUE;\n};\n";
}

std::string event_block(std::size_t number, const EventInfo& event) {
  std::string text = "\nevent {\n  name = \"ros2:" + std::string(event.name) +
                     "\";\n  id = " + std::to_string(number) +
                     ";\n  stream_id = 0;\n  fields := struct {\n";
  for (std::size_t i = 0; i < event.field_count; ++i) {
    text += "    " + declaration(event.fields[i]) + ";\n";
  }
  return text + "  };\n};\n";
}

const char* words_of(FieldType type) {
  switch (type) {
    case FieldType::kPointer: return "pointer";
    case FieldType::kInt32: return "int32";
    case FieldType::kInt64: return "int64";
    case FieldType::kUint64: return "uint64";
    case FieldType::kString: return "string";
    case FieldType::kGid: return "uint8[24]";
  }
  return "";
}

const char* rate_of(Event event) {
  if (std::find(std::begin(kNeverOurs), std::end(kNeverOurs), event) != std::end(kNeverOurs)) {
    return "never";
  }
  return info(event).on_hot_path() ? "hot" : "once";
}

}  // namespace

std::string metadata_head(const TraceIdentity& identity, const char* domain) {
  return std::string("/* CTF 1.8 */\n") + kTypes + trace_block(identity) +
         env_block(identity, domain) + clock_block(identity);
}

std::string stream_block(bool context) {
  return std::string(kStream) + (context ? kContext : "") + "};\n";
}

std::string metadata(const TraceIdentity& identity) {
  std::string text = metadata_head(identity, "ust") + stream_block(true);
  for (std::size_t i = 0; i < kEventCount; ++i) text += event_block(i, detail::kTable[i]);
  return text;
}

std::string events_page() {
  std::string text =
      "# Trace events\n\n"
      "Printed by `build/bin/ranvier-trace events` from the table in `src/ranvier/trace/event_table.h`;\n"
      "a test holds the two equal. An event's full name is `ros2:` and the name below; every\n"
      "event also carries `vpid`, `vtid` and `procname`, and its packet `cpu_id`. *once*: when an\n"
      "object begins; *hot*: for each message, callback or look for work; *never*: nothing of ours\n"
      "does what the event tells of, and it is here for those who ask for it by name.\n\n"
      "| event | comes | fields | when, and what |\n|---|---|---|---|\n";
  for (std::size_t number = 0; number < kEventCount; ++number) {
    const EventInfo& event = detail::kTable[number];
    text += "| `" + std::string(event.name) + "` | " + rate_of(static_cast<Event>(number)) + " | ";
    for (std::size_t i = 0; i < event.field_count; ++i) {
      text += (i ? ", `" : "`") + std::string(event.fields[i].name) + "` " +
              words_of(event.fields[i].type);
    }
    text += " | " + std::string(event.doc) + " |\n";
  }
  return text;
}

}  // namespace ranvier::trace
