#include "ranvier/trace/running.h"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <span>

#include "ranvier/base/annotations.h"
#include "ranvier/trace/past.h"
#include "ranvier/trace/record.h"
#include "ranvier/trace/trace.h"

namespace ranvier::trace::detail {
namespace {

std::atomic<Running*> running{nullptr};

/// What a thread knows beside its Writer.
struct Self {
  Chunk* chunk;
  ThreadName name;
  std::uint64_t lost;  // events, in the recording `lost_in`
  std::uint32_t lost_in;
  bool is_known;         // name is set, and the thread's end will be noticed
  bool is_silent;        // records no more
  bool is_in_find_room;  // which may allocate, and that is recorded (heap_watch.h)
};
constinit thread_local Self self{};

void let_go() noexcept {
  // Of an older recording it is memory of no consequence (Buffer::leave).
  if (self.chunk) Buffer::finish(*self.chunk, read_ticks(writer.source));
  self.chunk = nullptr;
  writer = {};
}

struct AtThreadsEnd {
  ~AtThreadsEnd() {
    let_go();
    self.is_silent = true;  // destructors that run after this one may still be traced
  }
};

void meet() {
  static thread_local AtThreadsEnd at_end;
  static_cast<void>(&at_end);
  self.name = ThreadName::here();
  self.is_known = true;
}

void count_lost(Running& now) noexcept {
  if (self.lost_in != now.number) self.lost = 0;
  self.lost_in = now.number;
  ++self.lost;
  now.buffer.head().lost.fetch_add(1, std::memory_order_relaxed);
}

Chunk* take(Running& now) noexcept {
  Buffer& buffer = now.buffer;
  for (;;) {
    const std::uint32_t seen = buffer.head().given.load(std::memory_order_acquire);
    if (Chunk* chunk = buffer.take()) return chunk;
    const bool goes_on = state.load(std::memory_order_relaxed) >> 1 == now.number;
    const bool blocks = buffer.head().blocks.load(std::memory_order_relaxed);
    if (!goes_on || !blocks || !buffer.may_give()) return nullptr;
    buffer.wait_given(seen);
  }
}

std::uint64_t* start(Chunk& chunk, const Running& now) noexcept {
  chunk.words[0] = 0;
  chunk.names = 0;
  chunk.thread = self.name;
  chunk.lost = self.lost_in == now.number ? self.lost : 0;
  chunk.state.store(Chunk::kFilling, std::memory_order_release);  // pairs with the drain
  self.chunk = &chunk;
  const TickSource source = now.buffer.head().source;
  const bool all = now.wanted == ~std::uint64_t{0};
  const std::uint32_t fast = source == kFastTicks && all ? now.number << 1 : 0;
  writer = {chunk.words, chunk.words + Chunk::kWords - 1, fast, now.number, source};
  return writer.next;
}

// Until the drain has made room; not for ever, if it cannot.
void wait_for_room(Running& now, std::size_t words) noexcept {
  constexpr int kTries = 2000;
  const auto has_room = [&] {
    const bool here = writer.recording == now.number;
    return now.buffer.has_free() ||
           (here && static_cast<std::size_t>(writer.end - writer.next) >= words);
  };
  for (int i = 0; i < kTries && !has_room(); ++i) {
    now.buffer.call_drain();
    ::usleep(1000);
  }
}

// An event that was kept, as one of this moment and this thread.
void tell_past(Running& now, Event event, std::span<const std::uint64_t> fields) noexcept {
  const std::size_t words = fields.size() + 1;
  wait_for_room(now, words);
  std::uint64_t* at = writer.next;
  if (writer.recording != now.number || static_cast<std::size_t>(writer.end - at) < words) {
    at = find_room(now.number, words);
    if (at == nullptr) return;
  }
  std::copy(fields.begin(), fields.end(), at + 1);
  at[words] = 0;
  writer.next = at + words;
  note_name();
  // release: as in put_record().
  std::atomic_ref<std::uint64_t>(*at).store(
      read_ticks(writer.source) << kEventBits | static_cast<std::uint64_t>(event),
      std::memory_order_release);
}

}  // namespace

constinit thread_local Writer writer{};

RANVIER_COLD void note_name() noexcept {
  if (self.chunk) self.chunk->names = 1;
}

RANVIER_COLD std::uint64_t* find_room(std::uint32_t recording, std::size_t words) noexcept {
  Running* now = running.load(std::memory_order_acquire);          // pairs with begin()
  if (now == nullptr || now->number != recording) return nullptr;  // it has ended meanwhile
  if (self.is_in_find_room) return nullptr;
  if (!self.is_known && !self.is_silent) {
    self.is_in_find_room = true;
    meet();
    self.is_in_find_room = false;
  }
  let_go();
  if (self.is_silent) return nullptr;
  Chunk* chunk = words < Chunk::kWords ? take(*now) : nullptr;
  if (chunk) return start(*chunk, *now);
  count_lost(*now);
  return nullptr;
}

void begin(Running& next, std::uint64_t past) noexcept {
  const PastLock lock;  // nothing comes between the past and what is recorded from now on
  wanted.store(next.wanted, std::memory_order_relaxed);
  running.store(&next, std::memory_order_release);
  state.fetch_or(next.number << 1, std::memory_order_relaxed);
  if (past == kNoPast) return;
  try {
    for_each_past(past, [&](Event event, std::span<const std::uint64_t> fields) {
      if (is_wanted(event)) tell_past(next, event, fields);
    });
  } catch (const std::bad_alloc&) {
    count_lost(next);  // there is no memory for the std::function
  }
  let_go();  // this thread may not record for long
}

void end(Running& last) noexcept {
  state.fetch_and(kSinkBit, std::memory_order_relaxed);
  running.store(nullptr, std::memory_order_release);
  last.buffer.wake_waiting();
}

void ask(Buffer& buffer, Moment moment) noexcept {
  BufferHead& head = buffer.head();
  head.asked.fetch_or(static_cast<std::uint32_t>(moment),
                      std::memory_order_release);  // pairs with serve()
  buffer.call_drain();
}

void forget_in_child() noexcept {
  state.fetch_and(kSinkBit, std::memory_order_relaxed);
  running.store(nullptr, std::memory_order_relaxed);
  writer = {};
  self.chunk = nullptr;
  self.is_known = false;
}

void never_record_here() noexcept { self.is_silent = true; }

}  // namespace ranvier::trace::detail

namespace ranvier::trace {

void notice(Moment moment) noexcept {
  detail::Running* now = detail::running.load(std::memory_order_acquire);  // pairs with begin()
  if (now == nullptr || (now->moments & static_cast<std::uint32_t>(moment)) == 0) return;
  detail::ask(now->buffer, moment);
}

}  // namespace ranvier::trace
