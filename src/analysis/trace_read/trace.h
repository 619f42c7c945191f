// The events of traces in columns, and the order in which they happened.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/trace_read/findings.h"
#include "analysis/trace_read/texts.h"
#include "ranvier/trace/events.h"

namespace ranvier::trace_read {

using trace::Event;
using trace::EventInfo;

/// A process that was traced.
struct Process {
  std::string folder;  ///< of its trace
  std::string host, program;
  std::int32_t pid = 0;
  std::string clock_uuid;       ///< equal where clocks are one
  std::int64_t clock_zero = 0;  ///< what was added to its clock for the time since the epoch
};

/// A clock that times were taken from, on a host.
struct Clock {
  std::string host;
  std::string uuid;             ///< equal for all traces of one clock; empty: none was given
  std::int64_t zero = 0;        ///< ns since the epoch when it was zero, by the metadata
  std::int64_t added = 0;       ///< ns, beyond that, as whoever read the trace asked for
  std::uint64_t traces = 0;     ///< that have it
  std::uint64_t disagreed = 0;  ///< ns: how far another trace of it says that zero was, at most
};

struct Thread {
  std::uint32_t process = 0;  ///< in Trace::processes
  std::int32_t id = 0;
  std::string name;
};

/// The events of one name, in the order in which they happened.
struct Table {
  std::vector<std::int64_t> time;     ///< ns since the epoch
  std::vector<std::uint32_t> thread;  ///< in Trace::threads
  /// Numbers and pointers as they are, int32 with their sign; texts and GIDs as
  /// numbers of Trace::texts.
  std::array<std::vector<std::uint64_t>, EventInfo::kMaxFields> fields;

  [[nodiscard]] std::size_t size() const noexcept { return time.size(); }
};

/// What the scheduler of a kernel did.
struct SchedulerEvent {
  enum class Kind : std::uint8_t {
    kSwitch,  ///< `thread` left its core, and `next` has it
    kWaking,  ///< `thread` is to run
    kWakeup,  ///< it is in a queue for a core
  };
  std::int64_t time = 0;     ///< ns since the epoch
  std::uint32_t kernel = 0;  ///< in Trace::kernels
  Kind kind = Kind::kSwitch;
  bool is_ready = false;              ///< of a switch: `thread` would have run on
  std::int32_t cpu = 0;               ///< on which it happened
  std::int32_t thread = 0, next = 0;  ///< 0: that of a core without work
  std::uint32_t next_name = 0;        ///< in Trace::texts
};
[[nodiscard]] constexpr std::optional<SchedulerEvent::Kind> scheduler_event_named(
    std::string_view name) noexcept {
  using Kind = SchedulerEvent::Kind;
  if (name == "sched_switch") return Kind::kSwitch;
  if (name == "sched_waking") return Kind::kWaking;
  if (name == "sched_wakeup" || name == "sched_wakeup_new") return Kind::kWakeup;
  return std::nullopt;
}

/// A kernel whose scheduler was traced.
struct Kernel {
  std::string folder;  ///< of its trace
  std::string host;
  std::string clock_uuid;
};

/// Events of another name than the table of events has: counted, not kept.
struct OtherEvents {
  std::string name;
  std::uint64_t count = 0;
};

/// The number of a field of an event, at compile time.
consteval std::size_t field(Event event, std::string_view name) {
  const EventInfo& about = trace::info(event);
  for (std::size_t i = 0; i < about.field_count; ++i) {
    if (about.fields[i].name == name) return i;
  }
  throw "the table has no such field";  // which the compiler says
}

/// What was read. Immutable once read, and then for any number of threads.
struct Trace {
  std::vector<Process> processes;
  std::vector<Thread> threads;
  std::vector<Clock> clocks;
  std::array<Table, trace::kEventCount> tables;
  /// Every event, in the order of time; of one name, the rows of its table.
  std::vector<Event> order;
  Texts texts;
  std::vector<Kernel> kernels;
  std::vector<SchedulerEvent> scheduler;  ///< of all kernels, in the order of time
  std::vector<OtherEvents> others;
  std::uint64_t discarded = 0;  ///< events that the recorders say they lost
  Findings findings;

  [[nodiscard]] const Table& table(Event event) const noexcept {
    return tables[static_cast<std::size_t>(event)];
  }
};

/// One event of a trace.
class EventView final {
 public:
  EventView(const Trace& trace, Event event, std::size_t row) noexcept
      : trace_(&trace), table_(&trace.table(event)), event_(event), row_(row) {}

  [[nodiscard]] Event event() const noexcept { return event_; }
  [[nodiscard]] std::int64_t time() const noexcept { return table_->time[row_]; }
  [[nodiscard]] std::uint32_t thread() const noexcept { return table_->thread[row_]; }
  [[nodiscard]] std::uint32_t process() const noexcept { return trace_->threads[thread()].process; }
  /// A number or a pointer. @param which  as field() gives it.
  [[nodiscard]] std::uint64_t word(std::size_t which) const noexcept {
    return table_->fields[which][row_];
  }
  [[nodiscard]] std::int64_t number(std::size_t which) const noexcept {
    return static_cast<std::int64_t>(word(which));
  }
  [[nodiscard]] const std::string& text(std::size_t which) const noexcept {
    return trace_->texts[word(which)];
  }

 private:
  const Trace* trace_;
  const Table* table_;
  Event event_;
  std::size_t row_;
};

/// Calls `visit` with each event, in the order of time.
template <class Visit>
void for_each(const Trace& trace, Visit&& visit) {
  std::array<std::size_t, trace::kEventCount> next{};
  for (const Event event : trace.order) {
    visit(EventView(trace, event, next[static_cast<std::size_t>(event)]++));
  }
}

}  // namespace ranvier::trace_read
