// The memory that a recording's threads write and its drain reads.
//
// It lies in a file that outlives the process, so it holds no pointer. After a
// page of its own come chunks of a page: a thread takes one, fills it with
// records (record.h), says that it is full and takes the next. The drain copies
// records out as they come and gives a chunk back when it is full and empty.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"
#include "ranvier/os/mapped_file.h"
#include "ranvier/os/ticks.h"

namespace ranvier::trace {

/// Names a thread, as the kernel does.
struct ThreadName {
  std::int32_t id;
  char text[16];  ///< NUL-terminated, as /proc/PID/task/TID/comm, but UTF-8

  /// Of the calling thread, in UTF-8.
  [[nodiscard]] static ThreadName here();
  /// Of a thread that the kernel calls so.
  [[nodiscard]] static ThreadName of(std::int32_t id, std::string_view given);
};

/// A page of records of one thread.
struct alignas(64) Chunk {
  enum State : std::uint32_t { kFree, kFilling, kFull };
  static constexpr std::size_t kBytes = 4096;
  static constexpr std::size_t kWords = (kBytes - 64) / 8;

  std::atomic<std::uint32_t> state;
  std::atomic<std::uint32_t> next_free;  ///< in the list of free chunks; 0: none
  std::uint32_t drained;                 ///< words that the drain has copied; its own
  std::uint32_t cpu;                     ///< where the thread was when it took the chunk
  std::uint64_t sequence;                ///< counts the chunks taken in this recording
  std::uint64_t lost;                    ///< events that the thread had lost by then
  ThreadName thread;
  std::uint32_t names;          ///< 1: there are events in it that come once for each object
  std::uint64_t end_ticks;      ///< when the thread was through with it; of a full one
  std::uint64_t words[kWords];  ///< records, then a zero
};
static_assert(sizeof(Chunk) == Chunk::kBytes && offsetof(Chunk, words) == 64,
              "the layout is read by other processes");
static_assert(std::atomic<std::uint32_t>::is_always_lock_free &&
              std::atomic<std::uint64_t>::is_always_lock_free);

/// The first page.
struct BufferHead {
  static constexpr std::uint64_t kMagic = 0x34656361'72746e72;  // "rntrace4"
  static constexpr std::size_t kAnchors = 4;

  std::atomic<std::uint64_t> magic;
  std::uint64_t table;                ///< kTableHash of who wrote it
  std::array<std::uint8_t, 16> uuid;  ///< of the CTF trace
  std::int32_t pid;
  TickSource source;
  std::int64_t begin_ns;     ///< when it was made
  std::atomic<bool> blocks;  ///< a thread that finds no chunk waits
  bool keeps_last;           ///< of a flight recorder: what is here is in no stream yet
  alignas(64) std::atomic<std::uint64_t> free;  ///< head: a chunk's number from 1, a tag above
  std::atomic<std::uint64_t> sequence;
  std::atomic<std::uint64_t> call_at;  ///< who takes the chunk of this number calls the drain
  std::atomic<std::uint64_t> lost;     ///< events lost, of all threads
  std::atomic<std::uint32_t> given;    ///< counts chunks given back: who waits for one sleeps here
  std::atomic<std::uint32_t> calls;    ///< counts calls for the drain, which sleeps here
  std::atomic<std::uint32_t> asked;    ///< moments (moment.h) at which to save, not served yet
  std::atomic<std::uint32_t> answers;  ///< counts those served; who asked sleeps here
  std::atomic<std::uint32_t> saved;    ///< counts traces saved: the number of the last one
  std::atomic<std::uint32_t> views;    ///< counts views made (recorder.h); who asked sleeps here
  std::atomic<std::uint32_t> good_view;  ///< the number of the last one that could be written
  std::atomic<std::int64_t> view_since;  ///< what the next one may leave out: see ViewRequest
  std::atomic<std::int64_t> forgot;      ///< time of the newest event that was given up
  // The last moments at which the drain looked at both clocks; a slot is
  // written before it is counted.
  std::atomic<std::uint32_t> anchor_count;
  TickAnchor anchors[kAnchors];
  char trace[2048];  ///< the folder of its trace, NUL-terminated; empty: too long, or not given

  void name_trace(const std::string& folder) noexcept {
    if (folder.size() < sizeof trace) std::memcpy(trace, folder.c_str(), folder.size() + 1);
  }
};
static_assert(sizeof(BufferHead) <= Chunk::kBytes);

/// Threads:  take() and finish() from any; give(), put_anchor() from the drain.
/// Lifetime: for ever in the process that recorded into it (see leave()).
class Buffer final {
 public:
  /// Makes the file at `path`, of `bytes` in all.
  /// Fails (kInvalidArgument) below three pages.
  static Result<Buffer> create(const std::string& path, std::size_t bytes, bool blocks,
                               bool keeps_last = false);
  /// Maps that of a process that lives, to ask it for something. Fails as adopt().
  static Result<Buffer> visit(const std::string& path);
  /// Maps what a process left. Fails if it lives, if that is no buffer, or if
  /// it was written by another version of the table.
  static Result<Buffer> adopt(const std::string& path);

  [[nodiscard]] BufferHead& head() const noexcept {
    return *reinterpret_cast<BufferHead*>(file_.bytes().data());
  }
  [[nodiscard]] std::span<Chunk> chunks() const noexcept { return {chunks_, count_}; }

  /// A free chunk, or null. Contract: lock-free; no system call, but one if a burst has
  /// used most of what the drain left free when it went to sleep (call_after()).
  Chunk* take() noexcept;
  /// The chunk's thread writes no more into it, from this moment on.
  static void finish(Chunk& chunk, std::uint64_t ticks) noexcept {
    chunk.end_ticks = ticks;
    chunk.state.store(Chunk::kFull, std::memory_order_release);  // pairs with the drain
  }
  /// Empties a chunk that is full and drained.
  void give(Chunk& chunk) noexcept;

  /// How many chunks were taken until now. Of a thread that took one of them, all that it took
  /// before are seen to be taken by a look that begins after this.
  [[nodiscard]] std::uint64_t taken() const noexcept {
    return head().sequence.load(std::memory_order_acquire);  // pairs with take()
  }
  /// Whether a chunk will come by waiting: not when each is in the hands of a
  /// thread that has not filled it.
  [[nodiscard]] bool may_give() const noexcept;
  /// Whether take() would find one at this moment.
  [[nodiscard]] bool has_free() const noexcept {
    return static_cast<std::uint32_t>(head().free.load(std::memory_order_relaxed)) != 0;
  }
  /// How many chunks are free. Contract: of the drain alone.
  [[nodiscard]] std::size_t free_chunks() const noexcept;
  /// From now on the thread that takes the `more`-th chunk from here calls the drain.
  /// @return false if so many were taken meanwhile, and nobody may have called.
  /// Contract: of the drain alone.
  [[nodiscard]] bool call_after(std::uint64_t more) noexcept;
  /// Asks the drain, of whatever process, to hurry.
  void call_drain() noexcept;
  /// Sleeps until the drain is called, if it was not since calls() was `seen`, or until
  /// `deadline` (steady ns).
  void await_call(std::uint32_t seen, std::int64_t deadline) const noexcept;
  [[nodiscard]] std::uint32_t calls() const noexcept {
    return head().calls.load(std::memory_order_acquire);  // pairs with call_drain()
  }
  /// Wakes whoever waits for a chunk.
  void wake_waiting() noexcept;
  /// Waits until give() has been called since `seen` was head().given, or
  /// for a while. Asks the drain to hurry.
  void wait_given(std::uint32_t seen) noexcept;

  /// Notes this moment, unless the clocks were set since the last one, or
  /// that is younger than kOldEnough in a buffer that keeps the last events:
  /// there, a line must be good for records that are seconds old.
  void put_anchor() noexcept;
  /// The last anchor, and the line through it and the one before.
  [[nodiscard]] TickAnchor last_anchor() const noexcept;
  [[nodiscard]] TickLine line() const noexcept;

  /// Lets go of a file that is drained and has no name any more; threads that
  /// still write do so into memory of no consequence. take() gives nothing then.
  void leave() noexcept { file_.leave(); }
  /// In a child of fork(): the file is the parent's.
  void drop() noexcept { file_.drop(); }

 private:
  static constexpr std::int64_t kOldEnough = 1'000'000'000;

  explicit Buffer(MappedFile file) noexcept;
  static Result<Buffer> checked(Result<MappedFile> file, const std::string& path);
  void push_free(Chunk& chunk) noexcept;
  [[nodiscard]] TickAnchor& anchor(std::uint32_t number) const noexcept {
    return head().anchors[number % BufferHead::kAnchors];
  }

  MappedFile file_;
  Chunk* chunks_;
  std::size_t count_;
};

}  // namespace ranvier::trace
