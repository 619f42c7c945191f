// The shared memory of this process.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "ranvier/os/fork.h"
#include "ranvier/os/futex.h"
#include "ranvier/ring/arena.h"
#include "ranvier/ring/window.h"

namespace ranvier::ring {

/// What is left of a publisher that was closed while others still read from it.
class RetiredWriter {
 public:
  virtual ~RetiredWriter() = default;
  /// True once nobody reads from it any more. Contract: any thread.
  virtual bool gone() noexcept = 0;
};

/// One file in the folder, mode 0600, which this process alone writes, but for
/// its events. It goes with the object; if the process is killed, with the next
/// Folder::clean().
///
/// Threads:  all functions from any thread.
/// Lifetime: counted; senders, ring readers, loans and received messages hold it.
///           After a fork the child must not use it; what it inherits and drops
///           stays as it is for the parent.
class Segment final : public Window {
 public:
  static constexpr std::uint64_t kDefaultLimit = std::uint64_t{1} << 30;
  /// The event that readers ring when a publisher waits for room.
  static constexpr std::uint32_t kRoomEvent = ring::kRoomEvent;
  /// The event of whoever serves a process (shm_runtime.h).
  static constexpr std::uint32_t kRuntimeEvent = ring::kRuntimeEvent;

  /// @param limit  bytes; rounded up to a multiple of 64 KiB.
  static Result<Ref<Segment>> create(std::shared_ptr<const Folder> folder,
                                     std::uint64_t limit = kDefaultLimit);
  /// The same in a file of Folder::create(), and under a name of Folder::new_name(),
  /// that the caller has. If there is no memory the file stays the caller's.
  static Result<Ref<Segment>> create(std::shared_ptr<const Folder> folder, Descriptor& file,
                                     const std::string& name, std::uint64_t limit);
  ~Segment() override;

  Result<Block> allocate(std::uint64_t bytes) { return arena_.allocate(bytes); }
  void free(Block block) noexcept {
    if (ours()) arena_.free(block);
  }
  /// False in a child of fork(): another process still writes what lies here.
  bool ours() const noexcept { return made_by_.is_this(); }
  /// Bytes in blocks that are out.
  std::uint64_t used() const { return arena_.used(); }
  std::byte* data(Block block) const noexcept { return base_ + block.offset; }
  /// A new T that peers look at, in a block of its own; `block` is what to give back. That
  /// memory never holds anything but a T: a peer that does not know its end yet looks there still,
  /// and a page that was given back to the system would be made again by that look, or, if
  /// there is no memory, kill who looks.
  template <class T>
  Result<T*> make(Block& block) {
    Result<Block> made = take_kept(sizeof(T));
    if (!made) return made.error();
    block = *made;
    return new (data(block)) T{};
  }
  /// A T's block, for the next T. Nothing happens in a child of fork().
  void give(Block block) noexcept;
  /// A block for a T that its user makes, or finds as the last one left it.
  template <class T>
  Result<Block> take() {
    return take_kept(sizeof(T));
  }

  /// Says where an endpoint's block is, or kNowhere; 0: it has gone. Fails only with
  /// the first word of a page.
  Result<void> enter(std::uint64_t endpoint, std::uint64_t where);

  /// How often a event of ours rang. It wraps; compare only for equality.
  std::uint32_t rings(std::uint32_t event) const noexcept {
    return events()[event].rings.load(std::memory_order_seq_cst);
  }
  /// The groups that were named since the last time. Read rings() before.
  std::uint64_t take_groups(std::uint32_t event) noexcept {
    return events()[event].groups.exchange(0, std::memory_order_seq_cst);
  }
  /// Sleeps until rings() differs from `seen`, or until `deadline` (steady ns).
  /// @return rings() now; equal to `seen` only if time ran out.
  std::uint32_t wait(std::uint32_t event, std::uint32_t seen, std::int64_t deadline,
                     Sleeper as = Sleeper::kAny) noexcept;

  /// Sleeps as wait() does, but who rings does not wake it: what is rung for meanwhile waits until
  /// `deadline`, or until RemoteEvent::end_nap().
  void nap(std::uint32_t event, std::uint32_t seen, std::int64_t deadline) const noexcept;

  /// The same for a wake word, which is taken modulo kWakeWords.
  std::uint32_t wakes(std::uint32_t wake_word) const noexcept {
    return front().wake_words[wake_word % kWakeWords].load(std::memory_order_seq_cst);
  }
  void wait_apart(std::uint32_t wake_word, std::uint32_t seen, std::int64_t deadline) noexcept;
  void wake_apart(std::uint32_t wake_word) noexcept;

  bool watched(std::uint32_t event) const noexcept {
    return header().sleepers[event].first.load(std::memory_order_seq_cst) != 0;
  }
  /// Rings a event of ours for sleepers of one kind alone.
  void wake(std::uint32_t event, Sleeper kind) noexcept;

  bool alive() const noexcept override { return true; }

  /// Keeps a closed publisher until sweep() finds that it is gone.
  void retire(std::unique_ptr<RetiredWriter> retired);
  /// Frees the publishers that are gone, and memory that is not used any more.
  /// Contract: now and then, from any thread; not on the way of a message.
  void sweep();

 private:
  Segment(std::shared_ptr<const Folder> folder, std::string name, Descriptor file, std::byte* base,
          std::uint64_t limit);
  Result<DirectoryPage*> page_of(std::uint64_t endpoint);
  bool has_page(std::uint64_t endpoint);
  Result<Block> take_kept(std::uint64_t bytes);

  const std::shared_ptr<const Folder> folder_;
  const MakingProcess made_by_;
  Arena arena_;
  Mutex mutex_{"segment"};
  std::array<DirectoryPage*, kPages> pages_ RANVIER_GUARDED_BY(mutex_){};
  // What peers look at: by size, which each type has another of; not in use, with room for all.
  struct Kept {
    std::vector<Block> free;
    std::size_t made = 0;
  };
  std::map<std::uint64_t, Kept> kept_ RANVIER_GUARDED_BY(mutex_);
  Mutex retiring_{"retired writers"};
  std::vector<std::unique_ptr<RetiredWriter>> retired_ RANVIER_GUARDED_BY(retiring_);
};

}  // namespace ranvier::ring
