#include "analysis/trace_read/event_layout.h"

#include <algorithm>
#include <cstring>

#include "analysis/trace_read/places.h"

namespace ranvier::trace_read {
namespace {

using Kind = Type::Kind;
using What = EventLayout::What;

constexpr std::string_view kProvider = "ros2:";

std::optional<Event> event_named(std::string_view name) {
  if (!name.starts_with(kProvider)) return std::nullopt;
  name.remove_prefix(kProvider.size());
  for (std::size_t i = 0; i < trace::kEventCount; ++i) {
    if (trace::detail::kTable[i].name == name) return static_cast<Event>(i);
  }
  return std::nullopt;
}

// Of the kernel's events too: the columns, in the order of SchedulerField.
using Columns = std::vector<trace::FieldInfo>;

Columns columns_of(const EventLayout& layout) {
  using trace::FieldType;
  if (layout.event) {
    const EventInfo& about = trace::info(*layout.event);
    return {about.fields.begin(), about.fields.begin() + about.field_count};
  }
  if (!layout.scheduler) return {};
  if (*layout.scheduler == SchedulerEvent::Kind::kSwitch) {
    return {{"prev_tid", FieldType::kInt32},
            {"prev_state", FieldType::kInt64},
            {"next_tid", FieldType::kInt32},
            {"next_comm", FieldType::kString}};
  }
  return {{"tid", FieldType::kInt32}};
}

// What becomes of a field of the metadata in a column of the table; kSkip if the two do not fit.
What way(const Type& type, trace::FieldType column) {
  const bool is_array = type.kind == Kind::kArray || type.kind == Kind::kSequence;
  const Type* element = is_array ? type.members.front().type.get() : nullptr;
  const bool is_bytes = is_array && element->kind == Kind::kInteger && element->bits == 8;
  switch (column) {
    case trace::FieldType::kString:
      if (type.kind == Kind::kString) return What::kString;
      return is_bytes && element->is_letter ? What::kLetters : What::kSkip;
    case trace::FieldType::kGid:
      return is_bytes && type.kind == Kind::kArray && type.count >= trace::kGidBytes ? What::kGid
                                                                                     : What::kSkip;
    default: return type.kind == Kind::kInteger ? What::kInteger : What::kSkip;
  }
}

/// Makes the layout of one event.
class EventLayoutBuilder final {
 public:
  EventLayoutBuilder(const EventClass& from, EventLayout& layout)
      : from_(from), layout_(layout), columns_(columns_of(layout)) {}

  void plain() {
    for (const Type* one : {&from_.context, &from_.fields}) {
      for (const Field& field : one->members) add_step(field, one == &from_.fields);
    }
  }

  Result<void> shaped(const ShapeRules& rules) {
    const Type* const structs[] = {&from_.context, &from_.fields};
    auto shape = make_shape(structs, rules, [this](const Field& field) { return place(field); });
    if (!shape) return shape.error();
    layout_.shape = std::move(*shape);
    return {};
  }

  // Names of columns that nothing fills.
  [[nodiscard]] std::vector<std::string> missing() const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (!(found_ & 1u << i)) names.emplace_back(columns_[i].name);
    }
    return names;
  }

 private:
  void add_step(const Field& field, bool is_payload) {
    const Type& type = *field.type;
    const Type& unit = type.kind == Kind::kArray ? *type.members.front().type : type;
    EventLayout::Step step;
    step.bytes = static_cast<std::uint8_t>(unit.bits / 8);
    step.is_signed = unit.is_signed;
    step.size = static_cast<std::uint32_t>(bytes_of(type));
    if (is_payload) {
      const auto [what, column] = column_of(field);
      step.what = what;
      step.field = column;
    }
    // A string must be walked over to know where it ends.
    if (type.kind == Kind::kString && step.what == What::kSkip) {
      step.what = What::kString;
      step.field = EventInfo::kMaxFields;
    }
    layout_.least += step.size;
    layout_.steps.push_back(step);
  }

  std::uint8_t place(const Field& field) {
    const auto [what, column] = column_of(field);
    if (what == What::kSkip) return Shape::kNowhere;
    layout_.found_as[column] = what;
    return column;
  }

  std::pair<What, std::uint8_t> column_of(const Field& field) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].name != field.plain_name()) continue;
      const What what = way(*field.type, columns_[i].type);
      if (what != What::kSkip) found_ |= 1u << i;
      return {what, static_cast<std::uint8_t>(i)};
    }
    return {What::kSkip, 0};
  }

  const EventClass& from_;
  EventLayout& layout_;
  const Columns columns_;
  std::uint32_t found_ = 0;
};

std::string_view text_at(const std::uint8_t* bytes, std::size_t size, What what) {
  const auto* letters = reinterpret_cast<const char*>(bytes);
  if (what == What::kGid) size = std::min<std::size_t>(size, trace::kGidBytes);
  return {letters, what == What::kLetters ? ::strnlen(letters, size) : size};
}

}  // namespace

Result<EventLayout> make_event_layout(const EventClass& from, const TraceLayout& layout,
                                      std::size_t& nodes, Trace& trace) {
  EventLayout made;
  made.name = from.name;
  made.event = event_named(from.name);
  if (layout.env("domain") == "kernel") made.scheduler = scheduler_event_named(from.name);
  const bool little = layout.metadata.is_little_endian;
  EventLayoutBuilder making(from, made);
  if (is_plain(from.context, little) && is_plain(from.fields, little)) {
    making.plain();
  } else if (auto done = making.shaped({!little, &nodes}); !done) {
    return done.error();
  }
  const auto missing = making.missing();
  for (const std::string& name : missing) {
    trace.findings.add("Trace '" + layout.folder + "': event '" + from.name + "' has no field '" +
                       name + "' of the type that it should have; it reads as 0.");
  }
  if (made.scheduler && !missing.empty()) made.scheduler.reset();
  if (!made.event && !made.scheduler) {
    made.other = static_cast<std::uint32_t>(trace.others.size());
    trace.others.push_back({from.name, 0});
  }
  return made;
}

bool EventLayout::read(const std::uint8_t*& at, const std::uint8_t* end, bool swap, Texts& texts,
                       std::uint64_t* values) const {
  if (static_cast<std::size_t>(end - at) < least) return false;
  for (const Step& step : steps) {
    if (step.what == What::kString) {
      const void* zero = std::memchr(at, 0, static_cast<std::size_t>(end - at));
      if (zero == nullptr) return false;
      const auto* stop = static_cast<const std::uint8_t*>(zero);
      const auto size = static_cast<std::size_t>(stop - at);
      if (step.field < EventInfo::kMaxFields) {
        values[step.field] = texts.add(text_at(at, size, What::kString));
      }
      at = stop + 1;
      continue;
    }
    // A string may have taken what `least` counted for the others.
    if (static_cast<std::size_t>(end - at) < step.size) return false;
    if (step.what == What::kInteger) {
      values[step.field] = load(at, step.bytes, step.is_signed, swap);
    } else if (step.what != What::kSkip) {
      values[step.field] = texts.add(text_at(at, step.size, step.what));
    }
    at += step.size;
  }
  return true;
}

void EventLayout::take(std::span<const Found> found, Texts& texts, std::uint64_t* values) const {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found_as[i] == What::kInteger) values[i] = found[i].value;
    if (found_as[i] == What::kInteger || found[i].bytes == nullptr) continue;
    if (found_as[i] != What::kSkip) {
      values[i] = texts.add(text_at(found[i].bytes, found[i].size, found_as[i]));
    }
  }
}

}  // namespace ranvier::trace_read
