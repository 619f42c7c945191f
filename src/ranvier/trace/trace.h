// The trace macro: one predictable branch when nobody records.
#pragma once

#include <atomic>
#include <concepts>
#include <span>
#include <string_view>

#include "ranvier/trace/events.h"

namespace ranvier::trace {

/// The value of one field; which member counts follows from the event's table.
union Value {
  std::uint64_t word;
  const void* pointer;
  const char* text;              ///< NUL-terminated, valid during record()
  const std::uint8_t* gid;       ///< 16 bytes, valid during record()
};

/// Where events go. Contract: record() is called on any thread, the hot path's
/// too: no lock, no allocation, no system call.
class Sink {
 public:
  virtual void record(Event event, std::span<const Value> fields) noexcept = 0;

 protected:
  ~Sink() = default;
};

/// Starts recording into `sink`; null stops. Events under way on other threads
/// may still reach the old sink, so it must outlive them.
void set_sink(Sink* sink) noexcept;

namespace detail {

extern std::atomic<Sink*> sink;

inline Value value(std::integral auto number) {
  return {.word = static_cast<std::uint64_t>(number)};
}
inline Value value(const void* pointer) { return {.pointer = pointer}; }
inline Value value(const char* text) { return {.text = text}; }
inline Value value(const std::uint8_t* gid) { return {.gid = gid}; }

template <Event kEvent, class... Fields>
[[gnu::cold, gnu::noinline]] void record(Sink& sink, Fields... fields) {
  static_assert(sizeof...(fields) == info(kEvent).field_count, "fields as in events.h");
  const Value values[] = {value(fields)..., Value{.word = 0}};
  sink.record(kEvent, std::span(values, sizeof...(fields)));
}

}  // namespace detail
}  // namespace ranvier::trace

/// RANVIER_TRACE(rclcpp_publish, message): records the event with its fields in
/// the order of events.h, if somebody records. The fields are not evaluated
/// otherwise. Compiled out by RANVIER_NO_TRACE.
#ifdef RANVIER_NO_TRACE
#define RANVIER_TRACE(event, ...) static_cast<void>(0)
#else
#define RANVIER_TRACE(event, ...)                                                            \
  do {                                                                                       \
    auto* ranvier_sink = ::ranvier::trace::detail::sink.load(std::memory_order_acquire);     \
    if (__builtin_expect(ranvier_sink != nullptr, 0))                                        \
      ::ranvier::trace::detail::record<::ranvier::trace::Event::event>(*ranvier_sink         \
                                                                       __VA_OPT__(, )        \
                                                                           __VA_ARGS__);     \
  } while (false)
#endif
