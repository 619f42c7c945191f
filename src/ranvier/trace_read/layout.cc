#include "ranvier/trace_read/layout.h"

#include <bit>
#include <cstring>

namespace ranvier::trace_read {
namespace {

using What = EventLayout::Step::What;

constexpr std::uint32_t kMagic = 0xC1FC1FC1;
constexpr std::uint64_t kMostEventId = 65'535;
constexpr std::size_t kMostStreams = 16;
constexpr std::size_t kMostHead = 65'536;  // bytes
constexpr std::string_view kProvider = "ros2:";

Error unsupported(const std::string& folder, const std::string& words) {
  return {Code::kUnsupported, "Trace '" + folder + "': " + words +
                                  ". Read it with babeltrace2, or record it with Ranvier."};
}

/// The members of structs of fixed size, one behind the other.
class Places final {
 public:
  explicit Places(std::initializer_list<const Struct*> structs) {
    for (const Struct* one : structs) {
      for (const Field& field : *one) add(field);
    }
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool fixed() const { return fixed_; }

  Slot find(std::string_view name) const {
    for (const auto& [known, slot] : slots_) {
      if (known == name) return slot;
    }
    return {};
  }

 private:
  void add(const Field& field) {
    fixed_ = fixed_ && field.kind != Field::Kind::kString;
    const Slot slot{static_cast<std::uint32_t>(size_), static_cast<std::uint32_t>(field.size()),
                    field.bytes, field.is_signed};
    slots_.emplace_back(field.plain_name(), slot);
    size_ += field.size();
  }
  std::vector<std::pair<std::string_view, Slot>> slots_;
  std::size_t size_ = 0;
  bool fixed_ = true;
};

std::optional<Event> event_named(std::string_view name) {
  if (!name.starts_with(kProvider)) return std::nullopt;
  name.remove_prefix(kProvider.size());
  for (std::size_t i = 0; i < trace::kEventCount; ++i) {
    if (trace::detail::kTable[i].name == name) return static_cast<Event>(i);
  }
  return std::nullopt;
}

// What becomes of a field of the metadata in a column of the table; kSkip if the two do not fit.
What way(const Field& field, trace::FieldType type) {
  switch (type) {
    case trace::FieldType::kString:
      if (field.kind == Field::Kind::kString) return What::kString;
      return field.kind == Field::Kind::kArray && field.is_letter ? What::kLetters : What::kSkip;
    case trace::FieldType::kGid:
      return field.kind == Field::Kind::kArray && field.size() >= trace::kGidBytes ? What::kGid
                                                                                   : What::kSkip;
    default:
      return field.kind == Field::Kind::kInteger ? What::kInteger : What::kSkip;
  }
}

EventLayout::Step step_of(const Field& field, const EventInfo* about, std::uint32_t& found) {
  EventLayout::Step step;
  step.bytes = field.bytes;
  step.is_signed = field.is_signed;
  step.size = static_cast<std::uint32_t>(field.size());
  for (std::size_t i = 0; about != nullptr && i < about->field_count; ++i) {
    if (about->fields[i].name != field.plain_name()) continue;
    step.what = way(field, about->fields[i].type);
    step.field = static_cast<std::uint8_t>(i);
    if (step.what != What::kSkip) found |= 1u << i;
  }
  // A string must be walked over to know where it ends.
  if (field.kind == Field::Kind::kString && step.what == What::kSkip) {
    step.what = What::kString;
    step.field = EventInfo::kMaxFields;
  }
  return step;
}

EventLayout event_layout(const EventClass& from, const std::string& folder, Trace& trace) {
  EventLayout layout;
  layout.name = from.name;
  layout.event = event_named(from.name);
  const EventInfo* about = layout.event ? &trace::info(*layout.event) : nullptr;
  std::uint32_t found = 0;
  for (const Field& field : from.fields) {
    layout.steps.push_back(step_of(field, about, found));
    layout.least += field.size();
  }
  for (std::size_t i = 0; about != nullptr && i < about->field_count; ++i) {
    if (found & 1u << i) continue;
    trace.findings.add("Trace '" + folder + "': event '" + from.name + "' has no field '" +
                       std::string(about->fields[i].name) + "' of the type that it should have; "
                       "it reads as 0.");
  }
  if (!layout.event) {
    layout.other = static_cast<std::uint32_t>(trace.others.size());
    trace.others.push_back({from.name, 0});
  }
  return layout;
}

// Empty if all is well, else what is not.
std::string fill(const StreamClass& from, const Places& header, StreamLayout& layout,
                 const Struct& packet_header) {
  const Places packet({&packet_header, &from.packet_context});
  const Places event({&from.event_header, &from.event_context});
  if (!header.fixed() || !packet.fixed() || !event.fixed()) {
    return "the head of a packet or of an event has a string";
  }
  if (packet.size() > kMostHead || event.size() > kMostHead) {
    return "the head of a packet or of an event has more than " + std::to_string(kMostHead) +
           " bytes";
  }
  layout.packet_head = packet.size();
  layout.begin = packet.find("timestamp_begin");
  layout.end = packet.find("timestamp_end");
  layout.content_size = packet.find("content_size");
  layout.packet_size = packet.find("packet_size");
  layout.discarded = packet.find("events_discarded");
  layout.sequence = packet.find("packet_seq_num");
  if (!layout.content_size || !layout.packet_size) return "its packets do not say their sizes";
  layout.event_head = event.size();
  layout.context_at = Places({&from.event_header}).size();
  layout.id = event.find("id");
  layout.time = event.find("timestamp");
  if (!layout.id || !layout.time) return "its events have no id, or no timestamp";
  layout.pid = event.find("vpid");
  layout.tid = event.find("vtid");
  layout.name = event.find("procname");
  return {};
}

std::string add_event(const EventClass& from, const std::string& folder, StreamLayout& layout,
                      Trace& trace) {
  if (from.id > kMostEventId) return "event '" + from.name + "' has the id " + std::to_string(from.id);
  if (layout.by_id.size() <= from.id) layout.by_id.resize(from.id + 1, -1);
  if (layout.by_id[from.id] >= 0) return "two events have the id " + std::to_string(from.id);
  layout.by_id[from.id] = static_cast<std::int32_t>(layout.events.size());
  layout.events.push_back(event_layout(from, folder, trace));
  return {};
}

StreamLayout* stream_of(TraceLayout& layout, std::uint64_t id) {
  for (auto& [known, stream] : layout.streams) {
    if (known == id) return &stream;
  }
  return nullptr;
}

void put_mark(TraceLayout& layout, const Slot& uuid) {
  const std::uint32_t magic = layout.swap ? __builtin_bswap32(kMagic) : kMagic;
  layout.mark.resize(sizeof magic);
  std::memcpy(layout.mark.data(), &magic, sizeof magic);
  if (uuid && uuid.offset == sizeof magic && uuid.size == layout.metadata.uuid.size()) {
    layout.mark.insert(layout.mark.end(), layout.metadata.uuid.begin(), layout.metadata.uuid.end());
  }
}

}  // namespace

bool EventLayout::read(const std::uint8_t*& at, const std::uint8_t* end, bool swap, Texts& texts,
                       std::uint64_t* values) const {
  if (static_cast<std::size_t>(end - at) < least) return false;
  for (const Step& step : steps) {
    if (step.what == What::kString) {
      const void* zero = std::memchr(at, 0, static_cast<std::size_t>(end - at));
      if (zero == nullptr) return false;
      const auto* stop = static_cast<const std::uint8_t*>(zero);
      const std::string_view text(reinterpret_cast<const char*>(at),
                                  static_cast<std::size_t>(stop - at));
      if (step.field < EventInfo::kMaxFields) values[step.field] = texts.add(text);
      at = stop + 1;
      continue;
    }
    // A string may have taken what `least` counted for the others.
    if (static_cast<std::size_t>(end - at) < step.size) return false;
    if (step.what == What::kInteger) {
      values[step.field] = load(at, step.bytes, step.is_signed, swap);
    } else if (step.what != What::kSkip) {
      const auto* letters = reinterpret_cast<const char*>(at);
      const std::size_t size =
          step.what == What::kGid ? trace::kGidBytes : ::strnlen(letters, step.size);
      values[step.field] = texts.add({letters, size});
    }
    at += step.size;
  }
  return true;
}

const StreamLayout* TraceLayout::stream(std::uint64_t id) const noexcept {
  for (const auto& [known, stream] : streams) {
    if (known == id) return &stream;
  }
  return nullptr;
}

Result<std::shared_ptr<const TraceLayout>> make_layout(std::string folder, Metadata metadata,
                                                       Trace& trace) {
  auto layout = std::make_shared<TraceLayout>();
  layout->folder = std::move(folder);
  layout->metadata = std::move(metadata);
  const Metadata& about = layout->metadata;
  layout->swap = about.is_little_endian != (std::endian::native == std::endian::little);
  const Places header({&about.packet_header});
  const Slot magic = header.find("magic");
  if (!magic || magic.offset != 0 || magic.bytes != sizeof kMagic) {
    return unsupported(layout->folder, "its packets do not begin with a magic number");
  }
  layout->packet_header = header.size();
  layout->stream_id = header.find("stream_id");
  put_mark(*layout, header.find("uuid"));
  if (about.streams.size() > kMostStreams) {
    return unsupported(layout->folder, "it has more than " + std::to_string(kMostStreams) +
                                           " kinds of streams");
  }
  for (const StreamClass& stream : about.streams) {
    if (stream_of(*layout, stream.id) != nullptr) {
      return unsupported(layout->folder, "two streams have the id " + std::to_string(stream.id));
    }
    StreamLayout made;
    const std::string fault = fill(stream, header, made, about.packet_header);
    if (!fault.empty()) return unsupported(layout->folder, fault);
    layout->streams.emplace_back(stream.id, std::move(made));
  }
  for (const EventClass& event : about.events) {
    StreamLayout* stream = stream_of(*layout, event.stream_id);
    const std::string fault = stream ? add_event(event, layout->folder, *stream, trace)
                                     : "event '" + event.name + "' is of no stream";
    if (!fault.empty()) return unsupported(layout->folder, fault);
  }
  return std::shared_ptr<const TraceLayout>(std::move(layout));
}

}  // namespace ranvier::trace_read
