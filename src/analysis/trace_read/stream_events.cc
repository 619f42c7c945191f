// The events of a packet: the other half of stream.cc.
#include <cstdlib>
#include <cstring>

#include "analysis/trace_read/stream.h"

namespace ranvier::trace_read {
namespace {

// Whatever damage says: two times can be subtracted. From 1933 to 2116.
constexpr std::int64_t kEarliest = -(std::int64_t{1} << 60), kLatest = std::int64_t{1} << 62;

std::string name_at(const Slot& slot, const std::uint8_t* base) {
  if (slot.bytes != 1) return {};
  const auto* letters = reinterpret_cast<const char*>(base + slot.offset);
  return {letters, ::strnlen(letters, slot.size)};
}

// A clock of which an event has the low bits alone: they have gone round once, at most.
std::uint64_t advanced(std::uint64_t clock, const Found& seen) {
  if (seen.bits >= 64) return seen.value;
  const std::uint64_t round = std::uint64_t{1} << seen.bits, low = round - 1;
  const std::uint64_t now = (clock & ~low) | (seen.value & low);
  return now < clock ? now + round : now;
}

}  // namespace

std::uint32_t Origins::process(const TraceLayout& layout, std::int32_t pid) {
  const auto [known, is_new] =
      processes_.try_emplace({&layout, pid}, static_cast<std::uint32_t>(trace_.processes.size()));
  if (is_new) {
    trace_.processes.push_back({layout.folder, layout.env("hostname"), layout.env("procname"), pid,
                                layout.metadata.clock_uuid, layout.clock_zero});
  }
  return known->second;
}

std::uint32_t Origins::thread(const TraceLayout& layout, std::int32_t pid, std::int32_t tid,
                              std::string name) {
  const std::uint32_t of = process(layout, pid);
  // A trace of several processes does not say their names: the main thread has that.
  std::string& program = trace_.processes[of].program;
  if (layout.env("procname").empty() && (program.empty() || tid == pid)) program = name;
  const auto [known, is_new] =
      threads_.try_emplace({of, tid, name}, static_cast<std::uint32_t>(trace_.threads.size()));
  if (is_new) trace_.threads.push_back({of, tid, std::move(name)});
  return known->second;
}

bool StreamReader::read_event_head() {
  const StreamLayout& stream = *stream_;
  std::uint64_t id = 0, time = 0;
  const std::uint64_t at = offset();
  if (stream.head ? !read_shaped_head(id, time) : !read_plain_head(id, time)) {
    lose(at, "the head of an event is not whole");
    return false;
  }
  const std::int32_t which = id < stream.by_id.size() ? stream.by_id[id] : -1;
  if (which < 0) {
    lose(at, "an event with the id " + std::to_string(id) + ", which the metadata does not have");
    return false;
  }
  event_ = &stream.events[static_cast<std::size_t>(which)];
  time_ = static_cast<std::int64_t>(static_cast<std::uint64_t>(layout_->clock_zero) + time);
  time_ = std::clamp(time_, kEarliest, kLatest);
  note_time();
  return true;
}

bool StreamReader::read_plain_head(std::uint64_t& id, std::uint64_t& time) {
  const StreamLayout& stream = *stream_;
  if (bit_ > 0) {
    ++at_;
    bit_ = 0;
  }
  if (!have(stream.event_head)) return false;
  id = stream.id.get(at_, layout_->swap);
  time = stream.time.get(at_, layout_->swap);
  // Of an event that is of nobody's interest, nobody asks for the thread.
  const bool is_wanted = id < stream.by_id.size() && stream.by_id[id] >= 0 &&
                         stream.events[static_cast<std::size_t>(stream.by_id[id])].event;
  if (is_wanted) thread_ = thread_of(at_);
  at_ += stream.event_head;
  return true;
}

bool StreamReader::read_shaped_head(std::uint64_t& id, std::uint64_t& time) {
  Found head[kHeadPlaces];
  if (!walk_over(*stream_->head, head)) return false;
  id = head[kHeadId].value;
  clock_ = time = advanced(clock_, head[kHeadTime]);
  const bool is_wanted = id < stream_->by_id.size() && stream_->by_id[id] >= 0 &&
                         stream_->events[static_cast<std::size_t>(stream_->by_id[id])].event;
  if (is_wanted) thread_ = thread_of(head);
  return true;
}

bool StreamReader::walk_over(const Shape& shape, std::span<Found> found) {
  for (;;) {
    BitPlace place;
    place.base = at_;
    place.at = bit_;
    place.end = 8 * static_cast<std::size_t>(end_ - at_);
    place.phase = 8 * static_cast<std::size_t>(offset() - packet_at_);
    std::fill(found.begin(), found.end(), Found{});
    if (place.at <= place.end && walk(shape, place, found, registers_)) {
      at_ += place.at / 8;
      bit_ = place.at % 8;
      return true;
    }
    if (!see_more()) return false;
  }
}

void StreamReader::note_time() {
  if (time_ < last_event_) {
    ++went_back_;
    largest_step_back_ = std::max(largest_step_back_, static_cast<std::uint64_t>(last_event_) -
                                                          static_cast<std::uint64_t>(time_));
  }
  last_event_ = time_;
  if (has_times_ && (time_ < first_time_ || time_ > last_time_)) ++outside_;
}

std::uint32_t StreamReader::thread_of(const std::uint8_t* head) {
  const std::uint8_t* context = head + stream_->context_at;
  const std::size_t size = stream_->event_head - stream_->context_at;
  if (has_thread_ && context_.size() == size &&
      (size == 0 || std::memcmp(context_.data(), context, size) == 0)) {
    return thread_;
  }
  context_.assign(context, context + size);
  has_thread_ = true;
  const bool swap = layout_->swap;
  const auto pid = stream_->pid ? static_cast<std::int32_t>(stream_->pid.get(head, swap))
                                : std::atoi(layout_->env("vpid").c_str());
  const auto tid = stream_->tid ? static_cast<std::int32_t>(stream_->tid.get(head, swap)) : 0;
  return origins_.thread(*layout_, pid, tid, name_at(stream_->name, head));
}

std::uint32_t StreamReader::thread_of(std::span<const Found> head) {
  const auto pid = stream_->has_pid ? static_cast<std::int32_t>(head[kHeadPid].value)
                                    : std::atoi(layout_->env("vpid").c_str());
  const auto tid = static_cast<std::int32_t>(head[kHeadTid].value);
  std::string_view name;
  if (head[kHeadName].bytes != nullptr) {
    const auto* letters = reinterpret_cast<const char*>(head[kHeadName].bytes);
    name = {letters, ::strnlen(letters, head[kHeadName].size)};
  }
  if (has_thread_ && pid == last_pid_ && tid == last_tid_ && name == last_name_) return thread_;
  has_thread_ = true;
  last_pid_ = pid;
  last_tid_ = tid;
  last_name_ = name;
  return origins_.thread(*layout_, pid, tid, last_name_);
}

bool StreamReader::read_fields(std::uint64_t* values) {
  if (event_->shape) {
    Found found[EventInfo::kMaxFields];
    if (!walk_over(*event_->shape, found)) return false;
    event_->take(found, trace_.texts, values);
    return true;
  }
  if (bit_ > 0) {
    ++at_;
    bit_ = 0;
  }
  const std::uint8_t* after = at_;
  while (!event_->read(after, end_, layout_->swap, trace_.texts, values)) {
    if (!see_more()) return false;
    after = at_;
  }
  at_ = after;
  return true;
}

void StreamReader::take() {
  std::uint64_t values[EventInfo::kMaxFields] = {};
  if (!read_fields(values)) {
    return lose(offset(), "the fields of an event '" + event_->name + "' are not whole");
  }
  if (event_->scheduler) return take_scheduler(values);
  if (!event_->event) {
    ++trace_.others[event_->other].count;
    return;
  }
  Table& table = trace_.tables[static_cast<std::size_t>(*event_->event)];
  table.time.push_back(time_);
  table.thread.push_back(thread_);
  const std::size_t fields = trace::info(*event_->event).field_count;
  for (std::size_t i = 0; i < fields; ++i) table.fields[i].push_back(values[i]);
  trace_.order.push_back(*event_->event);
}

// The columns are those of event_layout.cc.
void StreamReader::take_scheduler(const std::uint64_t* values) {
  // Who could have run on has state 0, or a bit above those of the states that sleep.
  constexpr std::uint64_t kSleeps = 0xff;
  SchedulerEvent event;
  event.time = time_;
  event.kernel = layout_->kernel;
  event.kind = *event_->scheduler;
  event.cpu = cpu_;
  event.thread = static_cast<std::int32_t>(values[0]);
  if (event.kind == SchedulerEvent::Kind::kSwitch) {
    event.is_ready = (values[1] & kSleeps) == 0;
    event.next = static_cast<std::int32_t>(values[2]);
    event.next_name = static_cast<std::uint32_t>(values[3]);
  }
  trace_.scheduler.push_back(event);
}

}  // namespace ranvier::trace_read
