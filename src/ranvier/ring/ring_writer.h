// A publisher's messages for the subscriptions of other processes.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/base/annotations.h"
#include "ranvier/os/futex.h"
#include "ranvier/ring/loan.h"

namespace ranvier::ring {

/// What goes beside a payload (MessageHeader has the same two).
struct Stamp {
  std::int64_t source = 0;           ///< ns since the epoch
  std::int64_t expires = INT64_MAX;  ///< ns since the epoch
};

/// How a reader comes in.
enum class Entrance {
  kNew,   ///< all that it is to have is sent from here on, or is history
  kJoins  ///< the network serves it, and goes on until it has taken something here
};

/// One ring of messages that any number of readers read, each at its own pace.
///
/// A message is written once. It stays until every reader has taken it or has
/// more than its window of newer ones before it, and then until nobody reads it
/// any more. Only a reader that asked to be waited for, and has its window full,
/// holds publish() up; a reader whose process ended holds up nothing.
///
/// Threads:  all functions from any thread. Its lock is "ring writer"; readers are notified
///           without it.
/// Lifetime: the Ptr's; then the segment's, until nobody reads any more. The segment outlives it.
class RingWriter final : public RetiredWriter, public Near {
 public:
  /// Lets no reader in any more; those that are in can still take what is there.
  struct Close {
    void operator()(RingWriter* writer) const;
  };
  using Ptr = std::unique_ptr<RingWriter, Close>;
  struct Options {
    std::string topic;          ///< for the words of errors
    std::uint64_t history = 0;  ///< messages kept for readers that come late
    bool may_wait = true;       ///< else no reader is waited for, whatever it asks
    bool may_drop = true;       ///< what somebody has yet to take, for want of memory
  };
  static Result<Ptr> open(Ref<Segment> segment, const Options& options);
  ~RingWriter() override;
  RingWriter(const RingWriter&) = delete;
  RingWriter& operator=(const RingWriter&) = delete;

  /// What readers need beside the name of the segment to find this.
  std::uint64_t where() const noexcept { return where_.offset; }

  /// Memory for a message; what everybody has taken is freed first. When the segment is full:
  /// frees what dead processes held, then drops the oldest messages that all have taken, or,
  /// if it may, of readers that are not waited for, then waits for the others, up to
  /// `deadline` (steady ns).
  /// @param begin  where in its block, which is aligned to 64, the message begins: CDR
  ///               aligns from behind its header of four bytes.
  /// @return kFull if none of that helps; kTimeout; kShutdown after stop().
  Result<Loan> borrow(std::uint64_t bytes, std::int64_t deadline = kForever,
                      std::uint64_t begin = 0);
  /// Whether a loan is of the same segment, and so can be published.
  bool lent(const SharedLoan& loan) const noexcept { return &loan.segment() == &segment_; }
  /// Sends the first `size` bytes of a loan of the same segment.
  /// @return kTimeout if a reader that is waited for has no room by `deadline`
  /// (steady ns); kFull if there is no memory for the ring, or after end_all();
  /// kShutdown after stop(); the loan is then as it was.
  /// Contract: no allocation and no system call if nobody sleeps, once rings and
  /// lists have grown to what is under way at once.
  Result<void> publish(Loan& loan, std::uint64_t size, Stamp stamp,
                       std::int64_t deadline = kForever);

  /// The same with a loan that stays readable here for as long as others hold it.
  Result<void> publish(SharedLoan& loan, std::uint64_t size, Stamp stamp,
                       std::int64_t deadline = kForever);
  /// At once or not at all: false where publish() would wait, or fail.
  bool publish_now(SharedLoan& loan, std::uint64_t size, Stamp stamp);

  /// Lets a reader in: what is published from now on is for it, and the history
  /// if it wants that. `where` is RingReader::where() in its process's segment.
  /// One that was taken out does not come back: it opens a new ring reader. `ticket`, if not
  /// null, gets what the reader is called: another one may be at the same place later.
  /// @return kNotFound if there is no reader; kAlreadyExists; kFull; kUnsupported if it
  /// wants a history that is not all here: it is to join, and the network has that.
  Result<void> attach(Ref<Window> reader, std::uint64_t where, std::uint64_t* ticket = nullptr,
                      Entrance entrance = Entrance::kNew);
  /// Whether that reader, which joins, has begun to take.
  bool joined(std::uint64_t ticket) const;
  /// The network brings all readers what is published from now on; `stamp` is that of the
  /// first such message. They still take what is in the ring. Nothing is sent, and no reader is
  /// let in, before begin_again().
  void end_all(std::int64_t stamp);
  void begin_again();
  /// What late joiners want is not all here: a message was not sent.
  void note_gap();
  /// Takes a reader out. What it is reading stays until it has read it.
  /// @param ticket  of that reader alone; 0: of whoever is at that place.
  void detach(const Window& reader, std::uint64_t where, std::uint64_t ticket = 0);
  /// Tells readers that wait to be let in whether they wait in vain, for now.
  void refuse(bool refuses);
  /// Waits until every reader has taken all that was published.
  /// @return kTimeout if one has not by `deadline` (steady ns); kShutdown.
  Result<void> wait_taken(std::int64_t deadline);
  /// Takes out readers whose processes are gone. Contract: a system call each.
  void sweep();
  std::size_t readers() const;
  /// Messages that were dropped for want of memory, before somebody took them.
  std::uint64_t dropped() const;
  /// Ends all waits, also those to come. Contract: any thread, also more than once.
  void stop() noexcept;
  bool gone() noexcept override;

 private:
  enum class Outcome { kDone, kWait, kFail };
  // A message's memory: the ring's alone, or a loan's that others may hold too. The ring
  // holds it from put() to let_go().
  struct Payload {
    Block block{};
    std::uint64_t begin = 0;  // of the message in the block
    SharedLoan* shared = nullptr;
  };
  struct Reader {
    Ref<Window> peer;
    const ReaderBlock* block;
    std::uint64_t where;
    std::uint64_t ticket;  // 0: it was closed
    std::uint64_t start = 0;
    std::uint64_t window;
    bool waited_for;
    bool leaving = false;   // detached or ended: it takes nothing that comes
    std::uint64_t end = 0;  // of one that is ended: what it may still take; else 0
    RemoteEvent event;
    std::uint64_t groups;  // to be named there
    std::size_t slot = 0;  // in the block's list of members
  };
  static constexpr std::uint64_t kAll = ~std::uint64_t{0};  // slots
  // An event to notify, and for which readers. Its segment stays mapped until then.
  struct Ring {
    Ref<Window> peer;  // null: no reader
    RemoteEvent event;
    std::uint64_t groups = 0;
    std::uint64_t others = 0;  // slots of readers that have other events
    bool fills = false;        // a reader may nap, and a quarter of its window waits
  };
  struct Kept {
    std::uint64_t sequence;
    Payload payload;
  };

  RingWriter(Ref<Segment> segment, const Options& options, Block where, RingBlock& block,
             Block ring);
  template <class Try>
  Result<void> until(std::int64_t deadline, Try attempt);
  template <class Try>
  Result<void> wait_until(std::int64_t deadline, Outcome outcome, Try attempt);
  Result<Loan> borrow_later(std::uint64_t bytes, std::int64_t deadline, std::uint64_t begin,
                            Result<Block> block);
  bool lent(const SharedLoan& loan, std::uint64_t size) const noexcept;
  Error no_loan(std::uint64_t size) const;
  // kWait if some reader that is waited for has no room; kFail if the ring has no memory.
  Outcome put(const Payload& payload, std::uint64_t size, Stamp stamp);
  // Frees the messages that everybody has taken. Before each message, not after it: on one core a
  // reader may have to wait until the publisher sleeps (0050).
  void tidy() noexcept;
  // Frees memory: kDone if some may have come free; kWait if only a reader that is waited for
  // could; kFail if nothing helps.
  Outcome make_room();
  // kDone if every reader has taken everything, else kWait.
  Outcome taken();
  void close();
  std::uint64_t capacity() const RANVIER_REQUIRES(mutex_) { return messages_.size(); }
  Entry& entry(std::uint64_t sequence) const RANVIER_REQUIRES(mutex_) {
    return ring_[sequence & (messages_.size() - 1)];
  }
  std::uint64_t cursor_of(const Reader& reader) const noexcept RANVIER_REQUIRES(mutex_);
  bool has_room(const Reader& reader) const noexcept RANVIER_REQUIRES(mutex_);
  bool is_filling(const Reader& reader) const noexcept RANVIER_REQUIRES(mutex_);
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
  Reader reader_at(const Ref<Window>& peer, const ReaderBlock& block, std::uint64_t where) const;
  std::size_t free_slot() const noexcept RANVIER_REQUIRES(mutex_);
  bool announce(const Reader& reader, const ReaderBlock& block, bool joins) noexcept
      RANVIER_REQUIRES(mutex_);
  bool make_slot(std::size_t slot) RANVIER_REQUIRES(mutex_);
  Member& member(const Reader& reader) const noexcept RANVIER_REQUIRES(mutex_) {
    return reader.slot < kFirstReaders ? block_.members[reader.slot]
                                       : more_->members[reader.slot - kFirstReaders];
  }

  Ref<Segment> keeps_;  // the segment, until it is closed
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
  std::atomic<bool> stopped_{false};
};

RANVIER_HOT_INLINE bool RingWriter::closed(const Reader& reader) noexcept {
  return reader.block->ticket.load(std::memory_order_acquire) != reader.ticket;
}

RANVIER_HOT_INLINE void RingWriter::forget_closed() noexcept {
  for (const Reader& reader : readers_) {
    if (closed(reader)) return forget_gone(false);
  }
}

RANVIER_HOT_INLINE std::uint64_t RingWriter::cursor_of(const Reader& reader) const noexcept {
  // Whatever another process wrote there, it lies between these two.
  const std::uint64_t cursor = reader.block->cursor.load(std::memory_order_seq_cst);
  return std::min(std::max(cursor, reader.start), next_);
}

}  // namespace ranvier::ring
