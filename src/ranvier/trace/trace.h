// The trace macro: one predictable branch when nobody records.
#pragma once

#include <atomic>
#include <concepts>
#include <span>
#include <string_view>
#include <utility>

#include "ranvier/trace/events.h"
#include "ranvier/trace/past.h"
#include "ranvier/trace/record.h"

namespace ranvier::trace {

/// The value of one field; which member counts follows from the event's table.
union Value {
  std::uint64_t word;
  const void* pointer;
  const char* text;         ///< NUL-terminated, valid during record()
  const std::uint8_t* gid;  ///< 16 bytes, valid during record()
};

/// Where events go beside the recorder (recorder.h). Contract: record() is
/// called on any thread, the hot path's too: no lock, no allocation, no system
/// call.
class Sink {
 public:
  virtual void record(Event event, std::span<const Value> fields) noexcept = 0;

 protected:
  ~Sink() = default;
};

/// Gives events to `sink` too; null stops. Events under way on other threads
/// may still reach the old sink, so it must outlive them.
void set_sink(Sink* sink) noexcept;

namespace detail {

/// Zero while nobody records. Bit 0: there is a sink; above it the number of
/// the recording (recorder.h) that runs. Relaxed: what is behind it, whoever
/// sees it gets by an acquire of its own.
extern std::atomic<std::uint32_t> state;
inline constexpr std::uint32_t kSinkBit = 1;
extern std::atomic<Sink*> sink;

/// The events that the recording that runs was asked to record, a bit each. A
/// recording that leaves some out goes the slow way with all, so that the fast
/// one need not look.
extern std::atomic<std::uint64_t> wanted;
static_assert(kEventCount <= 64, "an event has one bit in a word");
inline bool is_wanted(Event event) noexcept {
  return wanted.load(std::memory_order_relaxed) >> static_cast<unsigned>(event) & 1;
}

inline Value value(std::integral auto number) {
  return {.word = static_cast<std::uint64_t>(number)};
}
inline Value value(const void* pointer) { return {.pointer = pointer}; }
inline Value value(const char* text) { return {.text = text}; }
inline Value value(const std::uint8_t* gid) { return {.gid = gid}; }

template <Event kEvent, class... Fields, std::size_t... kIndex>
constexpr bool fit(std::index_sequence<kIndex...>) {
  return (fits<Fields>(info(kEvent).fields[kIndex].type) && ...);
}

template <Event kEvent, class... Fields>
[[gnu::cold, gnu::noinline]] void tell_sink(Fields... fields) noexcept {
  Sink* to = sink.load(std::memory_order_acquire);
  if (to == nullptr) return;
  const Value values[] = {value(fields)..., Value{.word = 0}};
  to->record(kEvent, std::span(values, sizeof...(fields)));
}

template <Event kEvent, class... Fields>
[[gnu::noinline]] void record_slowly(std::uint32_t now, Fields... fields) noexcept {
  if (now >> 1 && is_wanted(kEvent)) write_record<kEvent>(now >> 1, fields...);
  if (now & kSinkBit) tell_sink<kEvent>(fields...);
}

// No call but the last, so that the fast path saves no register.
template <Event kEvent, class Time, class... Fields>
[[gnu::noinline]] void record(std::uint32_t now, Time time, Fields... fields) noexcept {
  static_assert(sizeof...(fields) == info(kEvent).field_count, "fields as in events.h");
  static_assert(fit<kEvent, Fields...>(std::index_sequence_for<Fields...>()),
                "types of fields as in events.h");
  if (!write_fast<kEvent>(now, time, fields...)) record_slowly<kEvent>(now, fields...);
}

// An event that comes once for each object: whoever records later hears of it too, unless it is
// the object's end.
template <Event kEvent, class... Fields>
[[gnu::noinline]] void record_once(Fields... fields) noexcept {
  const PastLock lock;  // who begins to record meanwhile has it once, from here or from the past
  remember<kEvent>(fields...);
  const std::uint32_t now = state.load(std::memory_order_relaxed);
  if (now != 0) record<kEvent>(now, ReadNow{}, fields...);
}

}  // namespace detail
}  // namespace ranvier::trace

/// RANVIER_TRACE(rclcpp_publish, message): records the event with its fields in
/// the order of events.h, if somebody records. The fields are not evaluated
/// otherwise, but for an event of Rate::kOnce, which is kept for whoever begins to
/// record later until ranvier_fini says that its object has ended (past.h). Compiled out by
/// RANVIER_NO_TRACE. Not for signal handlers.
#ifdef RANVIER_NO_TRACE
#define RANVIER_TRACE_STATE 0u
#define RANVIER_TRACE_KEEPS(event) false
#else
#define RANVIER_TRACE_STATE ::ranvier::trace::detail::state.load(std::memory_order_relaxed)
#define RANVIER_TRACE_KEEPS(event)                                                                 \
  (!::ranvier::trace::info(::ranvier::trace::Event::event).on_hot_path() ||                        \
   ::ranvier::trace::Event::event == ::ranvier::trace::Event::ranvier_fini)
#endif
#define RANVIER_TRACE(event, ...)                                                                  \
  do {                                                                                             \
    const std::uint32_t ranvier_trace_now = RANVIER_TRACE_STATE;                                   \
    if constexpr (RANVIER_TRACE_KEEPS(event))                                                      \
      ::ranvier::trace::detail::record_once<::ranvier::trace::Event::event>(__VA_ARGS__);          \
    else if (__builtin_expect(ranvier_trace_now != 0, 0))                                          \
      ::ranvier::trace::detail::record<::ranvier::trace::Event::event>(                            \
          ranvier_trace_now, ::ranvier::trace::detail::ReadNow {} __VA_OPT__(, ) __VA_ARGS__);     \
  } while (false)

namespace ranvier::trace {

/// What a thread does at one go: Step step(RANVIER_TRACE_STATE). Its events,
/// RANVIER_TRACE_IN(step, rcl_take, message), have the time of its beginning: the clock is read
/// once for all of them.
struct Step {
  explicit Step(std::uint32_t state) noexcept
      : now(state), ticks(__builtin_expect(now != 0, 0) ? read_ticks(detail::kFastTicks) : 0) {}
  std::uint32_t now;
  std::uint64_t ticks;
};

}  // namespace ranvier::trace

/// RANVIER_TRACE() for an event that comes for each message, and that is of this step.
#define RANVIER_TRACE_IN(step, event, ...)                                                         \
  do {                                                                                             \
    static_assert(!RANVIER_TRACE_KEEPS(event), "an event of Rate::kHot");                          \
    if (__builtin_expect((step).now != 0, 0))                                                      \
      ::ranvier::trace::detail::record<::ranvier::trace::Event::event>(                            \
          (step).now,                                                                              \
          ::ranvier::trace::detail::ReadBefore{(step).ticks} __VA_OPT__(, ) __VA_ARGS__);          \
  } while (false)
