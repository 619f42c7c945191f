// How an event lies in a recorder's buffer, and the few instructions that put it there.
//
// A record is words of eight bytes. The first holds the low 56 bits of the
// ticks and, in its low byte, the number of the event; it is never zero and is
// written last. A number or a pointer is one word, a GID two, a text its length
// and its bytes, padded.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <cstring>

#include "ranvier/base/utf8.h"
#include "ranvier/os/ticks.h"
#include "ranvier/trace/events.h"

namespace ranvier::trace::detail {

static_assert(kEventCount <= 256, "a record has one byte for the number of its event");
inline constexpr int kEventBits = 8;
inline constexpr std::size_t kMaxText = 1000;  ///< bytes of a text; what is longer is cut

inline std::size_t text_length(const char* text) noexcept {
  if (text == nullptr) return 0;
  const std::size_t length = ::strnlen(text, kMaxText);
  return length < kMaxText ? length : whole_letters({text, length});
}

constexpr std::size_t words_of(std::integral auto) noexcept { return 1; }
constexpr std::size_t words_of(const void*) noexcept { return 1; }
constexpr std::size_t words_of(const std::uint8_t*) noexcept { return kGidBytes / 8; }
inline std::size_t words_of(const char* text) noexcept { return 1 + (text_length(text) + 7) / 8; }

inline std::uint64_t* put(std::uint64_t* at, std::integral auto number) noexcept {
  *at = static_cast<std::uint64_t>(number);  // keeps the sign
  return at + 1;
}
inline std::uint64_t* put(std::uint64_t* at, const void* pointer) noexcept {
  *at = reinterpret_cast<std::uintptr_t>(pointer);
  return at + 1;
}
inline std::uint64_t* put(std::uint64_t* at, const std::uint8_t* gid) noexcept {
  std::memcpy(at, gid, kGidBytes);
  return at + kGidBytes / 8;
}
inline std::uint64_t* put(std::uint64_t* at, const char* text) noexcept {
  const std::size_t length = text_length(text);
  *at = length;
  std::memcpy(at + 1, text == nullptr ? "" : text, length);
  return at + 1 + (length + 7) / 8;
}

/// Whether a C++ type may stand for a field of the table.
template <class T>
constexpr bool fits(FieldType type) noexcept {
  switch (type) {
    case FieldType::kPointer: return std::same_as<T, const void*> || std::same_as<T, void*>;
    case FieldType::kString: return std::same_as<T, const char*> || std::same_as<T, char*>;
    case FieldType::kGid:
      return std::same_as<T, const std::uint8_t*> || std::same_as<T, std::uint8_t*>;
    default: return std::integral<T>;
  }
}

// What the fast path reads; where it is not to be trusted, all goes the slow way.
#if defined(__x86_64__)
inline constexpr TickSource kFastTicks = TickSource::kTsc;
#else
inline constexpr TickSource kFastTicks = TickSource::kClock;
#endif

/// Where this thread's next record goes. Its first event makes it ask for a
/// place, with an allocation and system calls; later ones do neither.
struct Writer {
  std::uint64_t* next;
  std::uint64_t* end;       ///< one word before the memory's: there is room for a zero
  std::uint32_t fast;       ///< the trace's state (trace.h) in which nothing needs a look
  std::uint32_t recording;  ///< whose memory it is
  TickSource source;
};

// In the static block: reading it is no call, from whatever library.
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Writer writer;

/// A place for a record of so many words, or null: the event is counted as lost.
/// Contract: blocks only in a recording that was asked to.
std::uint64_t* find_room(std::uint32_t recording, std::size_t words) noexcept;

/// Says that what this thread writes into now has events that come once for each object: they
/// must be looked for when it is given up.
void note_name() noexcept;

/// Writes a record at `at`, of a thread that has room for it there.
template <Event kEvent, class... Fields>
inline void put_record(Writer& mine, std::uint64_t* at, std::uint64_t ticks,
                       Fields... fields) noexcept {
  std::uint64_t* after = at + 1;
  ((after = put(after, fields)), ...);
  *after = 0;  // whoever reads on finds no older record there
  mine.next = after;
  if constexpr (!info(kEvent).on_hot_path()) note_name();
  // release: who sees the first word, after a kill too, finds the record whole.
  std::atomic_ref<std::uint64_t>(*at).store(
      ticks << kEventBits | static_cast<std::uint64_t>(kEvent), std::memory_order_release);
}

/// Contract: any thread, not in a signal handler; no lock and no allocation after the
/// thread's first event, and no system call but one that calls the recorder
/// sooner, when a burst has used most of the room (Buffer::call_after()).
template <Event kEvent, class... Fields>
inline void write_record(std::uint32_t recording, Fields... fields) noexcept {
  const std::size_t words = (words_of(fields) + ... + 1);
  Writer& mine = writer;
  std::uint64_t* at = mine.next;
  if (mine.recording != recording || static_cast<std::size_t>(mine.end - at) < words) {
    at = find_room(recording, words);
    if (at == nullptr) return;
  }
  put_record<kEvent>(mine, at, read_ticks(mine.source), fields...);
}

/// The time of a record that write_fast() writes: read there, or before.
struct ReadNow {
  [[nodiscard]] std::uint64_t ticks() const noexcept { return read_ticks(kFastTicks); }
};
struct ReadBefore {
  std::uint64_t at;
  [[nodiscard]] std::uint64_t ticks() const noexcept { return at; }
};

/// Does what write_record() does if nothing is in the way. @return whether it did.
template <Event kEvent, class Time, class... Fields>
inline bool write_fast(std::uint32_t now, Time time, Fields... fields) noexcept {
  const std::size_t words = (words_of(fields) + ... + 1);
  Writer& mine = writer;
  std::uint64_t* at = mine.next;
  if (mine.fast != now || static_cast<std::size_t>(mine.end - at) < words) [[unlikely]] {
    return false;
  }
  put_record<kEvent>(mine, at, time.ticks(), fields...);
  return true;
}

}  // namespace ranvier::trace::detail
