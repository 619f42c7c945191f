// The ring behind a RingWriter, and what it knows of its readers.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/base/annotations.h"
#include "ranvier/ring/ring_writer.h"

namespace ranvier::ring {

/// Threads: all functions from any thread; one lock, "writer".
/// Lifetime: the RingWriter's; then the segment's, until nobody reads any more.
///           The segment outlives it.
class RingWriterCore final : public RetiredWriter, public Near {
 public:
  enum class Outcome { kDone, kWait, kFail };
  /// A message's memory: the ring's alone, or a loan's that others may hold too. The ring
  /// holds it from put() to let_go().
  struct Payload {
    Block block{};
    std::uint64_t begin = 0;  // of the message in the block
    SharedLoan* shared = nullptr;
  };

  static Result<std::unique_ptr<RingWriterCore>> make(Segment& segment,
                                                      const RingWriter::Options& options);
  ~RingWriterCore() override;

  Segment& segment() const noexcept { return segment_; }
  const std::string& topic() const noexcept { return topic_; }
  std::uint64_t where() const noexcept { return where_.offset; }
  std::atomic<std::uint32_t>& waiting() const noexcept { return block_.waiting; }

  /// kWait if some reader that is waited for has no room; kFail if the ring has no memory.
  Outcome put(const Payload& payload, std::uint64_t size, Stamp stamp);
  /// Frees the messages that everybody has taken. Contract: before each message, not
  /// after it: on one core a reader may have to wait until who publishes sleeps (0050).
  void tidy() noexcept;
  /// Frees memory: kDone if some may have come free; kWait if only a reader
  /// that is waited for could; kFail if nothing helps.
  Outcome make_room();
  Result<void> attach(Ref<Window> peer, std::uint64_t where, std::uint64_t* ticket,
                      Entrance entrance);
  bool joined(std::uint64_t ticket) const;
  void end_all(std::int64_t stamp);
  void begin_again();
  void note_gap();
  void detach(const Window& peer, std::uint64_t where, std::uint64_t ticket);
  void refuse(bool refuses);
  /// kDone if every reader has taken everything, else kWait.
  Outcome taken();
  void sweep();
  std::size_t readers() const;
  std::uint64_t dropped() const;
  /// No reader comes in any more, and no history is kept.
  void close();
  bool gone() noexcept override;

 private:
  struct Reader {
    Ref<Window> peer;
    const ReaderBlock* block;
    std::uint64_t where;
    std::uint64_t ticket;
    std::uint64_t start;
    std::uint64_t window;
    bool waited_for;
    bool leaving;       // detached or ended: it takes nothing that comes
    std::uint64_t end;  // of one that is ended: what it may still take; else 0
    RemoteEvent event;
    std::uint64_t groups;  // to be named there
    std::size_t slot;      // in the block's list of members
  };
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};  // slots
  // A event that is to be rung, and for whom. Its segment stays mapped until it is.
  struct Ring {
    Ref<Window> peer;  // null: nobody is to hear
    RemoteEvent event;
    std::uint64_t groups = 0;
    std::uint64_t others = 0;  // slots of those who are to hear by other events
  };
  struct Kept {
    std::uint64_t sequence;
    Payload payload;
  };

  RingWriterCore(Segment& segment, const RingWriter::Options& options, Block where,
                 RingBlock& block, Block ring);
  std::uint64_t capacity() const RANVIER_REQUIRES(mutex_) { return messages_.size(); }
  Entry& entry(std::uint64_t sequence) const RANVIER_REQUIRES(mutex_) {
    return ring_[sequence & (messages_.size() - 1)];
  }
  std::uint64_t cursor_of(const Reader& reader) const noexcept RANVIER_REQUIRES(mutex_);
  bool has_room(const Reader& reader) const noexcept RANVIER_REQUIRES(mutex_);
  std::uint64_t still_needed() const noexcept RANVIER_REQUIRES(mutex_);
  static bool claimed(const NearVector<Reader>& readers, std::uint64_t sequence) noexcept;
  void retire_to(std::uint64_t sequence) RANVIER_REQUIRES(mutex_);
  bool drop_oldest() RANVIER_REQUIRES(mutex_);
  bool waits_for_somebody() const noexcept RANVIER_REQUIRES(mutex_);
  bool make_entry() RANVIER_REQUIRES(mutex_);
  bool has_history() const noexcept RANVIER_REQUIRES(mutex_);
  std::int64_t newest_stamp() const noexcept RANVIER_REQUIRES(mutex_);
  bool grow() RANVIER_REQUIRES(mutex_);
  void move_ring(const Block& larger, NearVector<Payload> messages) RANVIER_REQUIRES(mutex_);
  void recheck_claims(std::size_t most) noexcept RANVIER_REQUIRES(mutex_);
  static bool closed(const Reader& reader) noexcept;
  void forget_closed() noexcept RANVIER_REQUIRES(mutex_);
  void forget_gone(bool ask_the_system) noexcept RANVIER_REQUIRES(mutex_);
  void write(const Payload& payload, std::uint64_t size, Stamp stamp) RANVIER_REQUIRES(mutex_);
  void let_go(const Payload& payload) const noexcept;
  void find_first(std::uint64_t among, Ring& ring) const noexcept RANVIER_REQUIRES(mutex_);
  void ring(const Ring& first) const noexcept RANVIER_EXCLUDES(mutex_);
  void ring_others(std::uint64_t slots) const noexcept RANVIER_EXCLUDES(mutex_);
  std::size_t free_slot() const noexcept RANVIER_REQUIRES(mutex_);
  bool announce(const Reader& reader, const ReaderBlock& block, bool joins) noexcept
      RANVIER_REQUIRES(mutex_);
  bool make_slot(std::size_t slot) RANVIER_REQUIRES(mutex_);
  Member& member(const Reader& reader) const noexcept RANVIER_REQUIRES(mutex_) {
    return reader.slot < kFirstReaders ? block_.members[reader.slot]
                                       : more_->members[reader.slot - kFirstReaders];
  }

  Segment& segment_;
  const std::string topic_;
  const Block where_;
  const bool may_wait_;
  const bool may_drop_;
  RingBlock& block_;  // written here alone; what it says is never read back
  mutable Mutex mutex_{"ring writer"};
  MoreMembers* more_ RANVIER_GUARDED_BY(mutex_) = nullptr;  // with the first who needs it
  Block more_where_ RANVIER_GUARDED_BY(mutex_);
  std::uint64_t history_ RANVIER_GUARDED_BY(mutex_);
  std::vector<Block> rings_ RANVIER_GUARDED_BY(mutex_);  // the last one is in use
  Entry* ring_ RANVIER_GUARDED_BY(mutex_);
  NearVector<Payload> messages_ RANVIER_GUARDED_BY(mutex_);  // of each entry
  std::uint64_t first_ RANVIER_GUARDED_BY(mutex_) = 1;       // the oldest that is in the ring
  std::uint64_t next_ RANVIER_GUARDED_BY(mutex_) = 1;
  std::uint64_t dropped_ RANVIER_GUARDED_BY(mutex_) = 0;
  bool ended_ RANVIER_GUARDED_BY(mutex_) = false;            // nothing is sent
  std::uint64_t whole_from_ RANVIER_GUARDED_BY(mutex_) = 0;  // of the history, since a gap; 0: none
  NearVector<Kept> kept_ RANVIER_GUARDED_BY(mutex_);         // out of the ring, still claimed
  std::size_t next_kept_ RANVIER_GUARDED_BY(mutex_) = 0;
  NearVector<Reader> readers_ RANVIER_GUARDED_BY(mutex_);
};

RANVIER_HOT_INLINE bool RingWriterCore::closed(const Reader& reader) noexcept {
  return reader.block->ticket.load(std::memory_order_acquire) != reader.ticket;
}

RANVIER_HOT_INLINE void RingWriterCore::forget_closed() noexcept {
  for (const Reader& reader : readers_) {
    if (closed(reader)) return forget_gone(false);
  }
}

RANVIER_HOT_INLINE std::uint64_t RingWriterCore::cursor_of(const Reader& reader) const noexcept {
  // Whatever another process wrote there, it lies between these two.
  const std::uint64_t cursor = reader.block->cursor.load(std::memory_order_seq_cst);
  return std::min(std::max(cursor, reader.start), next_);
}

}  // namespace ranvier::ring
