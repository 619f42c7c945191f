#include "ranvier/trace/running.h"

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ranvier/base/annotations.h"
#include "ranvier/os/futex.h"
#include "ranvier/trace/record.h"
#include "ranvier/trace/trace.h"

namespace ranvier::trace::detail {
namespace {

std::atomic<Running*> running{nullptr};

/// What a thread knows beside its Writer.
struct Self {
  Chunk* chunk;
  ThreadName name;
  std::uint64_t lost;           // events, in the recording `lost_in`
  std::uint32_t lost_in;
  bool is_known;                // name is set, and the thread's end will be noticed
  bool is_silent;               // records no more
};
constinit thread_local Self self{};

void let_go() noexcept {
  // Of an older recording it is memory of no consequence (Buffer::leave).
  if (self.chunk) Buffer::finish(*self.chunk);
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
  self.name.id = static_cast<std::int32_t>(::syscall(SYS_gettid));
  ::prctl(PR_GET_NAME, self.name.text);
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
  chunk.thread = self.name;
  chunk.lost = self.lost_in == now.number ? self.lost : 0;
  chunk.state.store(Chunk::kFilling, std::memory_order_release);  // pairs with the drain
  self.chunk = &chunk;
  const TickSource source = now.buffer.head().source;
  const std::uint32_t fast = source == kFastTicks ? now.number << 1 : 0;
  writer = {chunk.words, chunk.words + Chunk::kWords - 1, fast, now.number, source};
  return writer.next;
}

}  // namespace

constinit thread_local Writer writer{};

RANVIER_COLD std::uint64_t* find_room(std::uint32_t recording, std::size_t words) noexcept {
  Running* now = running.load(std::memory_order_acquire);  // pairs with begin()
  if (now == nullptr || now->number != recording) return nullptr;  // it has ended meanwhile
  if (!self.is_known && !self.is_silent) meet();
  let_go();
  if (self.is_silent) return nullptr;
  Chunk* chunk = words < Chunk::kWords ? take(*now) : nullptr;
  if (chunk) return start(*chunk, *now);
  count_lost(*now);
  return nullptr;
}

void begin(Running& next) noexcept {
  running.store(&next, std::memory_order_release);
  state.fetch_or(next.number << 1, std::memory_order_relaxed);
}

void end(Running& last) noexcept {
  state.fetch_and(kSinkBit, std::memory_order_relaxed);
  running.store(nullptr, std::memory_order_release);
  last.buffer.wake_waiting();
}

void ask(Buffer& buffer, Moment moment) noexcept {
  BufferHead& head = buffer.head();
  head.asked.fetch_or(static_cast<std::uint32_t>(moment), std::memory_order_release);  // pairs with serve()
  head.calls.fetch_add(1, std::memory_order_release);
  futex_wake(head.calls, 1);  // of another process: it looks in a moment
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
