// What a trace's metadata means for its bytes: where each number lies.
//
// What is whole bytes at fixed places is read by those (our recorder's events, and the
// fields of most of LTTng's); the rest is walked over (shape.h).
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/trace_read/metadata.h"
#include "analysis/trace_read/shape.h"
#include "analysis/trace_read/trace.h"

namespace ranvier::trace_read {

/// An integer of 1, 2, 4 or 8 bytes, widened; `swap`: of the other byte order.
inline std::uint64_t load(const std::uint8_t* at, unsigned bytes, bool is_signed,
                          bool swap) noexcept {
  std::uint64_t value = 0;
  if (swap) {
    for (unsigned i = 0; i < bytes; ++i) value = value << 8 | at[i];
  } else {
    switch (bytes) {
      case 8: std::memcpy(&value, at, 8); break;
      case 4: std::memcpy(&value, at, 4); break;
      case 2: std::memcpy(&value, at, 2); break;
      default: value = *at;
    }
  }
  if (!is_signed || bytes == 8) return value;
  const unsigned shift = 64 - 8 * bytes;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
}

/// A member at a fixed place of a struct; none if `bytes` is 0.
struct Slot {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;  ///< in all
  std::uint8_t bytes = 0;  ///< of the integer
  bool is_signed = false;
  [[nodiscard]] explicit operator bool() const noexcept { return bytes != 0; }
  [[nodiscard]] std::uint64_t get(const std::uint8_t* base, bool swap) const noexcept {
    return load(base + offset, bytes, is_signed, swap);
  }
};

/// How to read the fields of one event.
struct EventLayout {
  enum class What : std::uint8_t { kSkip, kInteger, kString, kLetters, kGid };
  struct Step {
    What what = What::kSkip;
    std::uint8_t bytes = 0;
    bool is_signed = false;
    std::uint8_t field = 0;  ///< of the table of events
    std::uint32_t size = 0;  ///< bytes of it; of a string 0
  };
  std::string name;
  std::optional<Event> event;                     ///< none: of another name than the table has
  std::optional<SchedulerEvent::Kind> scheduler;  ///< of the kernel, if it is one of those
  std::uint32_t other = 0;                        ///< of neither: its place in Trace::others
  std::vector<Step> steps;
  std::size_t least = 0;       ///< bytes, were all strings empty and without their zeros
  std::optional<Shape> shape;  ///< then instead of the steps: what it finds, by field
  std::array<What, EventInfo::kMaxFields> found_as{};

  /// Reads the fields at `at`, which moves behind them.
  /// @return false if they do not end before `end`; nothing is read past it.
  bool read(const std::uint8_t*& at, const std::uint8_t* end, bool swap, Texts& texts,
            std::uint64_t* values) const;
  /// What a walk over the shape found, as read() would give it.
  void take(std::span<const Found> found, Texts& texts, std::uint64_t* values) const;
};

/// What a walk over the head of an event finds.
enum HeadPlace : std::uint8_t { kHeadId, kHeadTime, kHeadPid, kHeadTid, kHeadName, kHeadPlaces };

/// A kind of stream: its packets and its events.
struct StreamLayout {
  std::size_t packet_head = 0;  ///< bytes of packet.header and packet.context
  Slot begin, end, content_size, packet_size, discarded, sequence, cpu;
  /// Of event.header and event.context, if they are no whole bytes at fixed places.
  std::optional<Shape> head;
  bool has_pid = false, has_tid = false;
  // Else:
  std::size_t event_head = 0;  ///< bytes of event.header and event.context
  Slot id, time;
  std::size_t context_at = 0;  ///< of event.context in them
  Slot pid, tid, name;
  std::vector<std::int32_t> by_id;  ///< event id to `events`; -1: there is none
  std::vector<EventLayout> events;
};

/// Everything about one folder of a trace.
struct TraceLayout {
  std::string folder;
  Metadata metadata;
  bool swap = false;
  std::int64_t clock_zero = 0;    ///< added to its clock: the metadata's, and what was asked for
  std::uint32_t kernel = 0;       ///< in Trace::kernels, if it has events of a scheduler
  std::size_t packet_header = 0;  ///< bytes
  Slot stream_id;
  std::vector<std::uint8_t> mark;  ///< what every packet begins with: magic and UUID
  std::vector<std::pair<std::uint64_t, StreamLayout>> streams;  ///< by id

  [[nodiscard]] const StreamLayout* stream(std::uint64_t id) const noexcept;
  [[nodiscard]] std::string env(const char* name) const;
};

/// Fails (kUnsupported, kInvalidArgument) where packets could not be read at
/// all; what is odd about single events goes to `trace.findings`.
Result<std::shared_ptr<TraceLayout>> make_layout(std::string folder, Metadata metadata,
                                                 Trace& trace);

}  // namespace ranvier::trace_read
