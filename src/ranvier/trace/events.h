// The table of trace events (event_table.h), as C++ sees it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ranvier/trace/event_table.h"

namespace ranvier::trace {

enum class FieldType : std::uint8_t { kPointer, kInt32, kInt64, kUint64, kString, kGid };

struct FieldInfo {
  std::string_view name;
  FieldType type;
};

/// How often an event comes.
enum class Rate : std::uint8_t {
  kOnce,  ///< once for each object: its beginning
  kHot,   ///< for each message, callback or look for work
};

struct EventInfo {
  static constexpr std::size_t kMaxFields = 6;
  std::string_view name;
  Rate rate;
  std::string_view doc;  ///< a sentence: when it comes, and what its fields are
  std::size_t field_count;
  std::array<FieldInfo, kMaxFields> fields;

  [[nodiscard]] constexpr bool on_hot_path() const { return rate == Rate::kHot; }
};

#define RANVIER_TRACE_NAME(name, ...) name,
enum class Event : std::uint8_t { RANVIER_TRACE_EVENTS(RANVIER_TRACE_NAME) };
#undef RANVIER_TRACE_NAME

namespace detail {

template <class... Fields>
constexpr EventInfo event(std::string_view name, Rate rate, std::string_view doc,
                          Fields... fields) {
  return {name, rate, doc, sizeof...(fields), {fields...}};
}

#define P(name)                                                                                    \
  FieldInfo { #name, FieldType::kPointer }
#define N(name)                                                                                    \
  FieldInfo { #name, FieldType::kInt32 }
#define I(name)                                                                                    \
  FieldInfo { #name, FieldType::kInt64 }
#define U(name)                                                                                    \
  FieldInfo { #name, FieldType::kUint64 }
#define S(name)                                                                                    \
  FieldInfo { #name, FieldType::kString }
#define G(name)                                                                                    \
  FieldInfo { #name, FieldType::kGid }
#define RANVIER_TRACE_INFO(name, rate, doc, ...)                                                   \
  event(#name, Rate::rate, doc __VA_OPT__(, ) __VA_ARGS__),
inline constexpr EventInfo kTable[] = {RANVIER_TRACE_EVENTS(RANVIER_TRACE_INFO)};
#undef RANVIER_TRACE_INFO
#undef P
#undef N
#undef I
#undef U
#undef S
#undef G

}  // namespace detail

inline constexpr std::size_t kEventCount = std::size(detail::kTable);
inline constexpr std::size_t kGidBytes = 16;        ///< in our records
inline constexpr std::size_t kPaddedGidBytes = 24;  ///< in the event

/// Name and fields of an event.
constexpr const EventInfo& info(Event event) {
  return detail::kTable[static_cast<std::size_t>(event)];
}

/// Events of ROS 2 that nothing of ours records, because nothing of ours does what they
/// report; a test compares with the sources.
inline constexpr Event kNeverOurs[] = {Event::rclcpp_ring_buffer_clear};

}  // namespace ranvier::trace
