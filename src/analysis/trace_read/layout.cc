#include "analysis/trace_read/layout.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "analysis/trace_read/event_layout.h"
#include "analysis/trace_read/places.h"

namespace ranvier::trace_read {
namespace {

constexpr std::uint32_t kTraceMagic = 0xC1FC1FC1;
constexpr std::uint64_t kMostEventId = 65'535;
constexpr std::size_t kMostStreams = 16;
constexpr std::size_t kMostHead = 65'536;    // bytes
constexpr std::size_t kMostNodes = 300'000;  // fields of all events, those within others too

Error unsupported(const std::string& folder, const std::string& words) {
  return {Code::kUnsupported, "Trace '" + folder + "': " + words +
                                  ". Read it with babeltrace2, or record it with Ranvier."};
}

std::uint8_t head_place(const Field& field) {
  constexpr std::string_view kNames[kHeadPlaces] = {"id", "timestamp", "vpid", "vtid", "procname"};
  for (std::uint8_t i = 0; i < kHeadPlaces; ++i) {
    if (field.plain_name() == kNames[i]) return i;
  }
  return Shape::kNowhere;
}

/// Makes the layout of one trace.
class TraceLayoutBuilder final {
 public:
  TraceLayoutBuilder(TraceLayout& layout, Trace& trace)
      : layout_(layout), about_(layout.metadata), trace_(trace) {}

  // Empty if all is well, else what is not.
  std::string run() {
    const bool little = about_.is_little_endian;
    layout_.swap = little != (std::endian::native == std::endian::little);
    layout_.clock_zero = about_.clock_zero;
    const Places header({&about_.packet_header}, little);
    const Slot magic = header.find("magic");
    if (!magic || magic.offset != 0 || magic.bytes != sizeof kTraceMagic) {
      return "its packets do not begin with a magic number";
    }
    layout_.packet_header = header.size();
    layout_.stream_id = header.find("stream_id");
    put_mark(header.find("uuid"));
    if (about_.streams.size() > kMostStreams) {
      return "it has more than " + std::to_string(kMostStreams) + " kinds of streams";
    }
    for (const StreamClass& stream : about_.streams) {
      const std::string fault = add_stream(stream);
      if (!fault.empty()) return fault;
    }
    for (const EventClass& event : about_.events) {
      const std::string fault = add_event(event);
      if (!fault.empty()) return fault;
    }
    tell_of_missing_contexts();
    return {};
  }

 private:
  void put_mark(const Slot& uuid) {
    const std::uint32_t magic = layout_.swap ? __builtin_bswap32(kTraceMagic) : kTraceMagic;
    layout_.mark.resize(sizeof magic);
    std::memcpy(layout_.mark.data(), &magic, sizeof magic);
    if (uuid && uuid.offset == sizeof magic && uuid.size == about_.uuid.size()) {
      layout_.mark.insert(layout_.mark.end(), about_.uuid.begin(), about_.uuid.end());
    }
  }

  StreamLayout* stream_of(std::uint64_t id) {
    for (auto& [known, stream] : layout_.streams) {
      if (known == id) return &stream;
    }
    return nullptr;
  }

  std::string add_stream(const StreamClass& from) {
    if (stream_of(from.id) != nullptr) {
      return "two streams have the id " + std::to_string(from.id);
    }
    StreamLayout made;
    std::string fault = fill_packet(from, made);
    if (fault.empty()) fault = fill_event_head(from, made);
    layout_.streams.emplace_back(from.id, std::move(made));
    return fault;
  }

  std::string fill_packet(const StreamClass& from, StreamLayout& layout) {
    const Places packet({&about_.packet_header, &from.packet_context}, about_.is_little_endian);
    if (!packet.fixed()) return "the head of a packet is not of whole integers alone";
    if (packet.size() > kMostHead) {
      return "the head of a packet has more than " + std::to_string(kMostHead) + " bytes";
    }
    layout.packet_head = packet.size();
    layout.begin = packet.find("timestamp_begin");
    layout.end = packet.find("timestamp_end");
    layout.content_size = packet.find("content_size");
    layout.packet_size = packet.find("packet_size");
    layout.discarded = packet.find("events_discarded");
    layout.sequence = packet.find("packet_seq_num");
    layout.cpu = packet.find("cpu_id");
    if (!layout.content_size || !layout.packet_size) return "its packets do not say their sizes";
    return {};
  }

  std::string fill_event_head(const StreamClass& from, StreamLayout& layout) {
    const bool little = about_.is_little_endian;
    const Places event({&from.event_header, &from.event_context}, little);
    const bool is_plain_head = event.fixed() && is_plain(from.event_header, little) &&
                               is_plain(from.event_context, little);
    if (!is_plain_head) return shape_event_head(from, layout);
    if (event.size() > kMostHead) {
      return "the head of an event has more than " + std::to_string(kMostHead) + " bytes";
    }
    layout.event_head = event.size();
    layout.context_at = Places({&from.event_header}, little).size();
    layout.id = event.find("id");
    layout.time = event.find("timestamp");
    const bool has_whole_time = layout.time.bytes == sizeof(std::uint64_t);
    if (!layout.id || !has_whole_time) return shape_event_head(from, layout);
    layout.pid = event.find("vpid");
    layout.tid = event.find("vtid");
    layout.name = event.find("procname");
    layout.has_pid = bool(layout.pid);
    layout.has_tid = bool(layout.tid);
    return {};
  }

  std::string shape_event_head(const StreamClass& from, StreamLayout& layout) {
    bool seen[kHeadPlaces] = {};
    const Type* const structs[] = {&from.event_header, &from.event_context};
    auto shape = make_shape(structs, {!about_.is_little_endian, &nodes_}, [&](const Field& field) {
      const std::uint8_t place = head_place(field);
      if (place < kHeadPlaces) seen[place] = true;
      return place;
    });
    if (!shape) return "the head of an event: " + shape.error().what;
    if (!seen[kHeadId] || !seen[kHeadTime]) return "its events have no id, or no timestamp";
    layout.head = std::move(*shape);
    layout.has_pid = seen[kHeadPid];
    layout.has_tid = seen[kHeadTid];
    return {};
  }

  std::string add_event(const EventClass& from) {
    StreamLayout* stream = stream_of(from.stream_id);
    if (stream == nullptr) return "event '" + from.name + "' is of no stream";
    if (from.id > kMostEventId) {
      return "event '" + from.name + "' has the id " + std::to_string(from.id);
    }
    if (stream->by_id.size() <= from.id) stream->by_id.resize(from.id + 1, -1);
    if (stream->by_id[from.id] >= 0) return "two events have the id " + std::to_string(from.id);
    stream->by_id[from.id] = static_cast<std::int32_t>(stream->events.size());
    auto made = make_event_layout(from, layout_, nodes_, trace_);
    if (!made) return "event '" + from.name + "': " + made.error().what;
    stream->events.push_back(std::move(*made));
    return {};
  }

  // Without them nobody can tell who did what.
  void tell_of_missing_contexts() {
    for (const auto& [id, stream] : layout_.streams) {
      const auto is_ours = [](const EventLayout& event) { return event.event.has_value(); };
      if (std::none_of(stream.events.begin(), stream.events.end(), is_ours)) continue;
      const bool has_pid = stream.has_pid || !layout_.env("vpid").empty();
      if (has_pid && stream.has_tid) continue;
      trace_.findings.add("Trace '" + layout_.folder + "': its events do not say of which " +
                          (has_pid ? "thread" : "process and thread") +
                          " they are, so all are taken for those of one. Record them with the "
                          "contexts vpid, vtid and procname (lttng add-context -u -t vpid -t vtid "
                          "-t procname).");
    }
  }

  TraceLayout& layout_;
  const Metadata& about_;
  Trace& trace_;
  std::size_t nodes_ = kMostNodes;
};

}  // namespace

const StreamLayout* TraceLayout::stream(std::uint64_t id) const noexcept {
  for (const auto& [known, stream] : streams) {
    if (known == id) return &stream;
  }
  return nullptr;
}

std::string TraceLayout::env(const char* name) const {
  const auto found = metadata.env.find(name);
  return found == metadata.env.end() ? "" : found->second;
}

Result<std::shared_ptr<TraceLayout>> make_layout(std::string folder, Metadata metadata,
                                                 Trace& trace) {
  auto layout = std::make_shared<TraceLayout>();
  layout->folder = std::move(folder);
  layout->metadata = std::move(metadata);
  const std::string fault = TraceLayoutBuilder(*layout, trace).run();
  if (!fault.empty()) return unsupported(layout->folder, fault);
  return layout;
}

}  // namespace ranvier::trace_read
