#include "print_command.h"

#include <cstdio>
#include <string_view>

#include "analysis/trace_read/clocks.h"
#include "ranvier/base/utf8.h"

namespace ranvier::apps {
namespace {

using trace::FieldInfo;
using trace::FieldType;
using trace_read::EventView;
using trace_read::Trace;

/// Collects lines and writes them in large pieces.
class Lines final {
 public:
  void add(std::string_view text) { text_ += text; }
  void add_number(auto number) { text_ += std::to_string(number); }
  void end_line() {
    text_ += '\n';
    if (text_.size() > kPiece) flush();
  }
  void flush() {
    whole_ = std::fwrite(text_.data(), 1, text_.size(), stdout) == text_.size() && whole_;
    text_.clear();
  }
  [[nodiscard]] bool is_whole() const noexcept { return whole_; }

  /// As JSON has it: UTF-8 alone, whatever a trace of elsewhere has.
  void add_text(std::string_view text) {
    text_ += '"';
    for (const char c : as_utf8(text)) {
      if (static_cast<unsigned char>(c) < ' ') {
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(c));
        text_ += escaped;
        continue;
      }
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += c;
    }
    text_ += '"';
  }

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  std::string text_;
  bool whole_ = true;
};

void add_gid(Lines& lines, std::string_view bytes) {
  for (std::size_t i = 0; i < trace::kPaddedGidBytes; ++i) {
    lines.add(i ? "," : "[");
    lines.add_number(i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
  }
  lines.add("]");
}

void add_field(Lines& lines, const FieldInfo& field, const EventView& event, std::size_t which) {
  lines.add(",");
  lines.add_text(field.name);
  lines.add(":");
  switch (field.type) {
    case FieldType::kPointer:
    case FieldType::kUint64: return lines.add_number(event.word(which));
    case FieldType::kInt32:
    case FieldType::kInt64: return lines.add_number(event.number(which));
    case FieldType::kString: return lines.add_text(event.text(which));
    case FieldType::kGid: return add_gid(lines, event.text(which));
  }
}

void add_event(Lines& lines, const Trace& trace, const EventView& event) {
  const trace::EventInfo& about = trace::info(event.event());
  const trace_read::Thread& thread = trace.threads[event.thread()];
  lines.add("{\"_name\":\"ros2:");
  lines.add(about.name);
  lines.add("\",\"_timestamp\":");
  lines.add_number(event.time());
  lines.add(",\"vpid\":");
  lines.add_number(trace.processes[event.process()].pid);
  lines.add(",\"vtid\":");
  lines.add_number(thread.id);
  lines.add(",\"procname\":");
  lines.add_text(thread.name);
  for (std::size_t i = 0; i < about.field_count; ++i) add_field(lines, about.fields[i], event, i);
  lines.add("}");
  lines.end_line();
}

void complain(const Trace& trace) {
  for (const std::string& words : trace_read::describe_clocks(trace)) {
    std::fprintf(stderr, "%s\n", words.c_str());
  }
  for (const std::string& words : trace.findings.words()) {
    std::fprintf(stderr, "%s\n", words.c_str());
  }
  if (trace.findings.untold() > 0) {
    std::fprintf(stderr, "%llu complaints more\n",
                 static_cast<unsigned long long>(trace.findings.untold()));
  }
  if (trace.discarded > 0) {
    std::fprintf(stderr, "%llu events were lost while recording\n",
                 static_cast<unsigned long long>(trace.discarded));
  }
}

}  // namespace

int print_events(const std::string& directory, const trace_read::ReadOptions& how) {
  const auto trace = trace_read::read_traces(directory, how);
  if (!trace) {
    std::fprintf(stderr, "%s\n", trace.error().what.c_str());
    return 1;
  }
  complain(*trace);
  Lines lines;
  trace_read::for_each(*trace, [&](const EventView& event) { add_event(lines, *trace, event); });
  lines.flush();
  return lines.is_whole() && std::fflush(stdout) == 0 ? 0 : 1;
}

}  // namespace ranvier::apps
