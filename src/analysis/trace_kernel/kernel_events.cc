#include "analysis/trace_kernel/kernel_events.h"

#include <algorithm>
#include <charconv>
#include <cstring>

namespace ranvier::trace_kernel {
namespace {

using Type = KernelField::Type;

constexpr std::int32_t kRealTimePriorities = 100;
constexpr std::string_view kSched = "sched";

constexpr KernelEvent wakeup(std::string_view name) {
  return {kSched,
          name,
          4,
          {{{"comm", "comm", Type::kName},
            {"pid", "tid", Type::kInt32},
            {"prio", "prio", Type::kInt32, -kRealTimePriorities},
            {"target_cpu", "target_cpu", Type::kInt32}}}};
}

constexpr KernelEvent kEvents[] = {
    {kSched,
     "sched_switch",
     7,
     {{{"prev_comm", "prev_comm", Type::kName},
       {"prev_pid", "prev_tid", Type::kInt32},
       {"prev_prio", "prev_prio", Type::kInt32, -kRealTimePriorities},
       {"prev_state", "prev_state", Type::kInt64},
       {"next_comm", "next_comm", Type::kName},
       {"next_pid", "next_tid", Type::kInt32},
       {"next_prio", "next_prio", Type::kInt32, -kRealTimePriorities}}}},
    wakeup("sched_waking"),
    wakeup("sched_wakeup"),
    wakeup("sched_wakeup_new"),
};

// The number behind `key` in a line of a format, as "offset:8;".
std::optional<std::uint32_t> number_in(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == line.npos) return std::nullopt;
  std::uint32_t value = 0;
  const char* begin = line.data() + at + key.size();
  while (begin < line.data() + line.size() && *begin == ' ') ++begin;
  const auto done = std::from_chars(begin, line.data() + line.size(), value);
  if (done.ec != std::errc()) return std::nullopt;
  return value;
}

// "	field:char prev_comm[16];	offset:8; ..." is of prev_comm.
bool is_of(std::string_view line, std::string_view field) {
  const std::size_t begin = line.find("field:");
  const std::size_t end = line.find(';');
  if (begin == line.npos || end == line.npos || end < begin) return false;
  std::string_view declared = line.substr(begin, end - begin);
  declared = declared.substr(0, declared.find('['));
  return declared.ends_with(field) && declared.size() > field.size() &&
         declared[declared.size() - field.size() - 1] == ' ';
}

std::optional<KernelLayout::Place> place_of(std::string_view format, std::string_view field) {
  while (!format.empty()) {
    const std::size_t end = std::min(format.find('\n'), format.size());
    const std::string_view line = format.substr(0, end);
    if (is_of(line, field)) {
      const auto offset = number_in(line, "offset:");
      const auto bytes = number_in(line, "size:");
      if (offset && bytes) return KernelLayout::Place{*offset, *bytes};
    }
    format.remove_prefix(std::min(end + 1, format.size()));
  }
  return std::nullopt;
}

bool fits(KernelLayout::Place place, Type type) noexcept {
  if (type == Type::kName) return place.bytes == kNameBytes;
  return place.bytes == 4 || place.bytes == 8;
}

std::int64_t number_at(std::span<const std::uint8_t> record, KernelLayout::Place place) noexcept {
  std::int64_t wide = 0;
  std::int32_t narrow = 0;
  if (place.bytes == 8) {
    std::memcpy(&wide, record.data() + place.offset, sizeof wide);
    return wide;
  }
  std::memcpy(&narrow, record.data() + place.offset, sizeof narrow);
  return narrow;
}

template <class T>
void append(std::vector<std::uint8_t>& to, T value) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&value);
  to.insert(to.end(), bytes, bytes + sizeof value);
}

void append_name(std::vector<std::uint8_t>& to, std::span<const std::uint8_t> name) {
  to.insert(to.end(), name.begin(), name.end());
  to.back() = 0;
}

}  // namespace

std::span<const KernelEvent> kernel_events() noexcept { return kEvents; }

std::optional<std::size_t> find_kernel_event(std::string_view name) noexcept {
  for (std::size_t i = 0; i < std::size(kEvents); ++i) {
    if (kEvents[i].name == name) return i;
  }
  return std::nullopt;
}

Result<KernelLayout> parse_format(std::string_view format, const KernelEvent& event) {
  const auto unknown = [&](std::string_view what) {
    return Error{Code::kUnsupported, "Kernel event " + std::string(event.name) +
                                         ": this kernel's "
                                         "records of it have no '" +
                                         std::string(what) +
                                         "' that is known here. Leave the event out."};
  };
  KernelLayout layout{};
  const auto id = number_in(format, "ID:");
  if (!id || *id > UINT16_MAX) return unknown("ID");
  layout.id = static_cast<std::uint16_t>(*id);
  for (std::size_t i = 0; i < event.field_count; ++i) {
    const auto place = place_of(format, event.fields[i].in_kernel);
    if (!place || !fits(*place, event.fields[i].type)) return unknown(event.fields[i].in_kernel);
    layout.places[i] = *place;
  }
  return layout;
}

bool append_fields(const KernelEvent& event, const KernelLayout& layout,
                   std::span<const std::uint8_t> record, std::vector<std::uint8_t>& to) {
  for (std::size_t i = 0; i < event.field_count; ++i) {
    const auto place = layout.places[i];
    if (record.size() < std::size_t{place.offset} + place.bytes) return false;
  }
  for (std::size_t i = 0; i < event.field_count; ++i) {
    const auto place = layout.places[i];
    const KernelField& field = event.fields[i];
    switch (field.type) {
      case Type::kName: append_name(to, record.subspan(place.offset, kNameBytes)); break;
      case Type::kInt32:
        append(to, static_cast<std::int32_t>(number_at(record, place)) + field.shift);
        break;
      case Type::kInt64: append(to, number_at(record, place)); break;
    }
  }
  return true;
}

std::string kernel_metadata(const trace::TraceIdentity& identity) {
  std::string text = trace::metadata_head(identity, "kernel");
  text += trace::stream_block(false);
  for (std::size_t id = 0; id < std::size(kEvents); ++id) {
    const KernelEvent& event = kEvents[id];
    text += "\nevent {\n  name = \"" + std::string(event.name) +
            "\";\n  id = " + std::to_string(id) + ";\n  stream_id = 0;\n  fields := struct {\n";
    for (std::size_t i = 0; i < event.field_count; ++i) {
      const std::string name = '_' + std::string(event.fields[i].in_trace);
      switch (event.fields[i].type) {
        case Type::kName: text += "    letter_t " + name + "[16];\n"; break;
        case Type::kInt32: text += "    int32_t " + name + ";\n"; break;
        case Type::kInt64: text += "    int64_t " + name + ";\n"; break;
      }
    }
    text += "  };\n};\n";
  }
  return text;
}

}  // namespace ranvier::trace_kernel
