#include "ranvier/trace/buffer.h"

#include <sched.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <new>
#include <string_view>

#include "ranvier/base/utf8.h"
#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/trace/table_hash.h"

namespace ranvier::trace {
namespace {

constexpr std::uint64_t kOneTag = std::uint64_t{1} << 32;
constexpr std::uint32_t number_of(std::uint64_t head) { return static_cast<std::uint32_t>(head); }
constexpr std::uint64_t tag_of(std::uint64_t head) { return head & ~std::uint64_t{0xffffffff}; }

}  // namespace

ThreadName ThreadName::here() {
  char given[sizeof text] = {};
  ::prctl(PR_GET_NAME, given);
  return of(static_cast<std::int32_t>(::gettid()), given);
}

// The kernel cuts a name anywhere, also within a letter, and a name may be no UTF-8 at all.
ThreadName ThreadName::of(std::int32_t id, std::string_view cut) {
  const std::string whole = as_utf8(cut.substr(0, whole_letters(cut)));
  const std::string_view room = std::string_view(whole).substr(0, sizeof text - 1);
  ThreadName name{id, {}};
  std::memcpy(name.text, room.data(), whole_letters(room));
  return name;
}

Buffer::Buffer(MappedFile file) noexcept
    : file_(std::move(file)),
      chunks_(reinterpret_cast<Chunk*>(file_.bytes().data() + Chunk::kBytes)),
      count_(file_.bytes().size() / Chunk::kBytes - 1) {}

Result<Buffer> Buffer::create(const std::string& path, std::size_t bytes, bool blocks,
                              bool keeps_last) {
  constexpr std::size_t kLeast = 3 * Chunk::kBytes;
  const std::size_t whole = bytes / Chunk::kBytes * Chunk::kBytes;
  if (whole < kLeast) {
    return Error{Code::kInvalidArgument, "A trace buffer of " + std::to_string(bytes) +
                                             " bytes is too small. Give it " +
                                             std::to_string(kLeast) + " bytes or more."};
  }
  auto file = MappedFile::create(path, whole);
  if (!file) return file.error();
  new (file->bytes().data()) BufferHead{};
  Buffer buffer(std::move(*file));
  BufferHead& head = buffer.head();
  head.table = kTableHash;
  head.pid = ::getpid();
  head.source = best_tick_source();
  head.blocks.store(blocks, std::memory_order_relaxed);
  head.keeps_last = keeps_last;
  head.given.store(1, std::memory_order_relaxed);  // never what leave() puts there
  for (std::size_t i = buffer.count_; i-- > 0;) buffer.push_free(buffer.chunks_[i]);
  buffer.put_anchor();
  head.begin_ns = buffer.last_anchor().ns;
  head.magic.store(BufferHead::kMagic, std::memory_order_release);
  return buffer;
}

Result<Buffer> Buffer::adopt(const std::string& path) {
  return checked(MappedFile::adopt(path), path);
}

Result<Buffer> Buffer::visit(const std::string& path) {
  return checked(MappedFile::visit(path), path);
}

Result<Buffer> Buffer::checked(Result<MappedFile> file, const std::string& path) {
  if (!file) return file.error();
  const auto bytes = file->bytes();
  const auto& head = *reinterpret_cast<const BufferHead*>(bytes.data());
  if (bytes.size() < 2 * Chunk::kBytes || head.magic != BufferHead::kMagic) {
    return Error{Code::kInvalidArgument, "File '" + path + "' is no trace buffer"};
  }
  if (head.table != kTableHash) {
    return Error{Code::kUnsupported,
                 "File '" + path + "' was written by another version of Ranvier, with another " +
                     "table of events. Recover it with that version."};
  }
  return Buffer(std::move(*file));
}

Chunk* Buffer::take() noexcept {
  auto& free = head().free;
  std::uint64_t at = free.load(std::memory_order_acquire);  // pairs with push_free()
  while (number_of(at) != 0) {
    Chunk& chunk = chunks_[number_of(at) - 1];
    const std::uint64_t next = chunk.next_free.load(std::memory_order_relaxed);
    if (!free.compare_exchange_weak(at, (tag_of(at) + kOneTag) | next, std::memory_order_acquire,
                                    std::memory_order_acquire)) {
      continue;
    }
    const int cpu = ::sched_getcpu();
    chunk.cpu = cpu < 0 ? 0 : static_cast<std::uint32_t>(cpu);
    // Pairs with Buffer::taken(): what the thread said of its older chunks goes before. And with
    // call_after(): of the two, one sees what the other did.
    chunk.sequence = head().sequence.fetch_add(1, std::memory_order_seq_cst) + 1;
    if (chunk.sequence == head().call_at.load(std::memory_order_seq_cst)) call_drain();
    return &chunk;
  }
  return nullptr;
}

void Buffer::push_free(Chunk& chunk) noexcept {
  const auto number = static_cast<std::uint64_t>(&chunk - chunks_) + 1;
  auto& free = head().free;
  std::uint64_t at = free.load(std::memory_order_relaxed);
  do {
    chunk.next_free.store(number_of(at), std::memory_order_relaxed);
  } while (!free.compare_exchange_weak(at, tag_of(at) | number,
                                       std::memory_order_release,  // pairs with take()
                                       std::memory_order_relaxed));
}

void Buffer::give(Chunk& chunk) noexcept {
  // First: a process that is killed from here on leaves nothing of it to recover.
  chunk.state.store(Chunk::kFree, std::memory_order_release);
  chunk.drained = 0;
  push_free(chunk);
  if (head().blocks.load(std::memory_order_relaxed)) wake_waiting();
}

bool Buffer::may_give() const noexcept {
  return std::any_of(chunks().begin(), chunks().end(), [](const Chunk& chunk) {
    return chunk.state.load(std::memory_order_relaxed) != Chunk::kFilling;
  });
}

void Buffer::wake_waiting() noexcept {
  head().given.fetch_add(1, std::memory_order_release);  // pairs with the load before take()
  futex_wake(head().given, INT_MAX);
}

std::size_t Buffer::free_chunks() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(chunks().begin(), chunks().end(), [](const Chunk& chunk) {
        return chunk.state.load(std::memory_order_relaxed) == Chunk::kFree;
      }));
}

bool Buffer::call_after(std::uint64_t more) noexcept {
  const std::uint64_t at = head().sequence.load(std::memory_order_relaxed) + more;
  head().call_at.store(at, std::memory_order_seq_cst);  // pairs with take()
  return head().sequence.load(std::memory_order_seq_cst) < at;
}

void Buffer::call_drain() noexcept {
  head().calls.fetch_add(1, std::memory_order_release);  // pairs with await_call()
  shared_futex_wake(head().calls, 1);                    // who calls may be another process
}

void Buffer::await_call(std::uint32_t seen, std::int64_t deadline) const noexcept {
  shared_futex_wait(head().calls, seen, deadline);
}

void Buffer::wait_given(std::uint32_t seen) noexcept {
  call_drain();
  constexpr std::int64_t kWhile = 100'000'000;  // then whoever waits looks whether it still should
  futex_wait(head().given, seen, steady_ns() + kWhile);
}

void Buffer::put_anchor() noexcept {
  BufferHead& h = head();
  const TickAnchor now = read_anchor(h.source);
  const std::uint32_t count = h.anchor_count.load(std::memory_order_relaxed);
  if (count > 0 && (now.ticks <= last_anchor().ticks || now.ns <= last_anchor().ns)) return;
  if (h.keeps_last && count > 1 && now.ns - last_anchor().ns < kOldEnough) return;
  anchor(count) = now;
  h.anchor_count.store(count + 1, std::memory_order_release);
}

TickAnchor Buffer::last_anchor() const noexcept {
  return anchor(head().anchor_count.load(std::memory_order_acquire) - 1);
}

TickLine Buffer::line() const noexcept {
  const std::uint32_t count = head().anchor_count.load(std::memory_order_acquire);
  return {anchor(count < 2 ? count - 1 : count - 2), anchor(count - 1)};
}

}  // namespace ranvier::trace
