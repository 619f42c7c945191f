#include "columns_tables.h"

namespace ranvier::apps {
namespace {

using trace::FieldInfo;
using trace::FieldType;

// Sixteen bytes as 32 letters.
std::string hex(std::string_view bytes) {
  constexpr const char* kLetters = "0123456789abcdef";
  std::string text;
  for (const char c : bytes.substr(0, trace::kGidBytes)) {
    text += kLetters[static_cast<unsigned char>(c) >> 4];
    text += kLetters[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

void write_field(ColumnFile::Table& to, const trace_read::Trace& trace, const FieldInfo& field,
                 const std::vector<std::uint64_t>& words) {
  const auto word = [&](std::size_t row) { return words[row]; };
  switch (field.type) {
    case FieldType::kPointer: to.uint64(field.name, "an address", word); return;
    case FieldType::kUint64: to.uint64(field.name, "", word); return;
    case FieldType::kInt32: to.int32(field.name, "", word); return;
    case FieldType::kInt64: to.int64(field.name, "", word); return;
    case FieldType::kString:
      to.text(field.name, "",
              [&](std::size_t row) -> const std::string& { return trace.texts[words[row]]; });
      return;
    case FieldType::kGid:
      to.text(field.name, "its first 16 bytes, in hexadecimal",
              [&](std::size_t row) { return hex(trace.texts[words[row]]); });
  }
}

}  // namespace

void write_events(ColumnFile& file, const trace_read::Trace& trace) {
  for (std::size_t i = 0; i < trace::kEventCount; ++i) {
    const trace::EventInfo& about = trace::info(static_cast<trace::Event>(i));
    const trace_read::Table& table = trace.tables[i];
    ColumnFile::Table to = file.table("ros2:" + std::string(about.name), about.doc, table.size());
    to.time("_timestamp", "time of the event", [&](std::size_t row) { return table.time[row]; });
    to.place("_thread", "threads", "the thread that recorded it",
             [&](std::size_t row) { return table.thread[row]; });
    for (std::size_t f = 0; f < about.field_count; ++f) {
      write_field(to, trace, about.fields[f], table.fields[f]);
    }
  }
}

}  // namespace ranvier::apps
