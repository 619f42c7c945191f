// A subscription's side of a publisher of another process.
#pragma once

#include <bit>
#include <memory>
#include <optional>

#include "ranvier/base/prefetch.h"
#include "ranvier/ring/claim.h"
#include "ranvier/ring/segment.h"

namespace ranvier::ring {

class RingReader;

/// One message, readable for as long as this lives: where the publisher wrote
/// it, or, if this process holds too much already, in a copy.
///
/// The publisher can change the bytes while they are read, if it means harm: what is
/// relied upon must be read once.
///
/// Threads:  may be destroyed on any thread.
/// Lifetime: any; longer than its ring reader, and than the publisher's process.
class Received final {
 public:
  Received() = default;  ///< nothing yet: data() is null
  Received(Received&& other) noexcept;
  Received& operator=(Received&& other) noexcept;
  ~Received();

  const std::byte* data() const noexcept { return data_; }
  std::uint64_t size() const noexcept { return size_; }
  std::uint64_t sequence() const noexcept { return sequence_; }
  std::int64_t source() const noexcept { return source_; }    ///< ns since the epoch
  std::int64_t expires() const noexcept { return expires_; }  ///< ns since the epoch
  bool copied() const noexcept { return copy_ != nullptr; }
  /// The message, to be written by who alone has it: the copy, or `pages`, which must go
  /// before this does. Null if they cannot be mapped.
  std::byte* writable(PrivatePages& pages) const noexcept;
  /// How far into a block that is aligned to 16 a copy is to begin, to be aligned like
  /// the original.
  static std::size_t begin_of_copy(const std::byte* original) noexcept {
    return reinterpret_cast<std::uintptr_t>(original) % 16;
  }

 private:
  friend class RingReader;
  Ref<RingReader> reader_;  // null once moved from, or if this is a copy
  std::uint32_t claim_ = 0;
  std::uint64_t held_ = 0;  // bytes counted as left where they are
  const std::byte* data_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t sequence_ = 0;
  std::int64_t source_ = 0;
  std::int64_t expires_ = 0;
  std::unique_ptr<std::byte[]> copy_;
};

/// Takes the messages of one publisher, in order, each at most once.
///
/// What it reads of the other process it checks: a publisher that writes nonsense
/// makes it broken(), never a read outside of that publisher's segment.
///
/// Threads:  accepted(), pending() and take() on one thread at a time; all else
///           from any thread. Claims end on any thread.
/// Lifetime: until the Ptr and all messages that it gave out are gone. Then the publisher sees
///           that, and forgets it.
class RingReader final : public Counted, public Near {
 public:
  /// Takes nothing more, and holds nothing back but the messages that it gave out.
  struct Close {
    void operator()(RingReader* reader) const noexcept;
  };
  using Ptr = std::unique_ptr<RingReader, Close>;
  struct Options {
    std::uint64_t window = 10;           ///< messages kept for it while it does not take: its depth
    bool waited_for = false;             ///< full, it holds the publisher up: reliable keep-all
    bool wants_history = false;          ///< transient local
    std::uint32_t event = 1;             ///< of `own`, rung for each message
    std::uint64_t groups = kEveryGroup;  ///< named with each ring
  };
  /// @param where  RingWriter::where() in the segment of `peer`.
  /// @return kNotFound if there is no publisher.
  static Result<Ptr> open(Ref<Segment> own, Ref<Window> peer, std::uint64_t where,
                          const Options& options);
  RingReader(const RingReader&) = delete;
  RingReader& operator=(const RingReader&) = delete;

  /// What the publisher needs, beside the name of our segment, to let it in.
  std::uint64_t where() const noexcept { return where_.offset; }
  /// Whether the publisher has let it in.
  /// Asks the processor for where the next message may be, too.
  bool accepted() noexcept;
  /// The publisher takes nobody new now, and this one is not in.
  bool refused() noexcept {
    return publication_.refuses.load(std::memory_order_seq_cst) != 0 && !accept();
  }
  /// From now on the publisher lets it in only as one that joins, because what the network
  /// brought is handed on. False if the publisher is letting it in at this moment: then it is
  /// soon accepted, or may ask again.
  bool stop_waiting() noexcept;
  /// Once it is accepted: whether the network brings it the same for now (Entrance::kJoins).
  bool joins() const noexcept { return joins_; }
  /// Of a reader that joins: whether a message with that stamp (ns) is here too. What comes
  /// from the network before the first such message is for it, and nothing after that.
  bool holds(std::int64_t stamp) const noexcept;
  /// The publisher has ended it, and all that was to be taken has been.
  bool ended() const noexcept { return next_ == &end_ && cursor() >= next(); }
  /// Once it is ended: whether what the network brings with that stamp (ns) is for it.
  bool over_network(std::int64_t stamp) const noexcept { return stamp >= end_stamp_; }
  /// What the publisher says of it at this moment. Contract: any thread.
  enum class Standing { kOut, kIn, kEnded };
  Standing standing() const noexcept;
  /// Whether take() may have something: to be asked after Segment::rings() and
  /// before Segment::wait().
  bool pending() noexcept;
  /// The next message, or nothing. Contract: never blocks; no allocation while
  /// fewer than kClaims - 1 messages of it are held, and no more than an eighth of
  /// the publisher's limit.
  std::optional<Received> take();
  /// Messages that went by because they were more than the window.
  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }
  /// The publisher closed; what it sent before may still be taken.
  bool closed() const noexcept {
    return publication_.kind.load(std::memory_order_acquire) != kRing;
  }
  /// What the publisher wrote made no sense; nothing more is taken.
  bool broken() const noexcept { return broken_.load(std::memory_order_relaxed); }

 private:
  friend class Received;
  static constexpr std::uint32_t kNoClaim = UINT32_MAX;
  static constexpr std::uint32_t kCopyClaim = kClaims - 1;  // held only while copying
  // Of what a publisher may have, one reader holds such a part.
  static constexpr std::uint64_t kShare = 8;

  RingReader(Ref<Segment> own, Ref<Window> peer, const RingBlock& publication, Block where,
             std::uint64_t ticket, const Options& options);
  ~RingReader() override;
  bool take_from(const Entry& entry, std::optional<Received>& taken);
  static bool copy(Received& message);
  // Looks, once it is not accepted yet, whether it is.
  RANVIER_HOT_INLINE bool accept() noexcept {
    if (member_ && member_->ticket.load(std::memory_order_acquire) == ticket_) return true;
    return find_place();
  }
  std::uint64_t next() const noexcept { return next_->load(std::memory_order_seq_cst); }
  std::uint64_t cursor() const noexcept { return cursor_.load(std::memory_order_relaxed); }
  // Gives up what lies before the window, if the publisher is that far ahead.
  RANVIER_HOT_INLINE void keep_to_window(std::uint64_t next) noexcept {
    if (next - cursor() <= window_) return;
    lost_.fetch_add(next - window_ - cursor(), std::memory_order_relaxed);
    go_to(next - window_);
  }
  // The entry where the message at the cursor should be; null if there is no ring.
  RANVIER_HOT_INLINE const Entry* find(std::uint64_t ring) noexcept {
    const std::uint32_t bits = ring_bits(ring);
    if (bits > kMostRingBits) return nullptr;
    const std::uint64_t entries = std::uint64_t{1} << bits;
    const Entry* first = peer_->several<Entry>(ring_offset(ring), entries);
    if (first == nullptr) return nullptr;
    ahead_ = first + ((cursor() + 1) & (entries - 1));
    return first + (cursor() & (entries - 1));
  }
  std::uint64_t ring() const noexcept { return publication_.ring.load(std::memory_order_acquire); }
  // The message at the cursor was dropped: goes to the first that was not.
  void skip_dropped(std::uint64_t next) noexcept;
  // The message at the cursor was taken, and claimed.
  RANVIER_HOT_INLINE void advance() noexcept { go_to(cursor() + 1); }
  const std::byte* payload(std::uint64_t offset, std::uint64_t size) const noexcept {
    return peer_->bytes(offset, size);
  }
  // A claim that is not in use, or kNoClaim; it is used with the word.
  RANVIER_HOT_INLINE std::uint32_t pick_claim() noexcept {
    const std::uint64_t free = free_claims_.load(std::memory_order_acquire);
    const auto claim = static_cast<std::uint32_t>(std::countr_zero(free));
    if (claim >= kCopyClaim) return kNoClaim;
    free_claims_.fetch_and(~(std::uint64_t{1} << claim), std::memory_order_relaxed);
    return claim;
  }
  RANVIER_HOT_INLINE Word& claim_word(std::uint32_t claim) noexcept {
    // Before the claim itself: a publisher looks at as many as are used.
    if (block_.claims_used.load(std::memory_order_relaxed) <= claim) {
      block_.claims_used.store(claim + 1, std::memory_order_seq_cst);
    }
    return block_.claims[claim];
  }
  // The claim's word is 0: it may be picked again.
  RANVIER_HOT_INLINE void give_claim(std::uint32_t claim) noexcept {
    free_claims_.fetch_or(std::uint64_t{1} << claim, std::memory_order_release);
  }
  // Ends a claim, with what it held, and tells a publisher that waits. Not in a
  // child of fork(): the claim is its parent's.
  void end_claim(std::uint32_t claim, std::uint64_t held) noexcept;
  // Whether so many bytes more may be left where they are; they are counted then. One
  // message always may, however large.
  RANVIER_HOT_INLINE bool hold(std::uint64_t bytes) noexcept {
    const std::uint64_t held = held_.load(std::memory_order_relaxed);
    if (held != 0 && held + bytes > peer_->limit() / kShare) return false;
    held_.fetch_add(bytes, std::memory_order_relaxed);
    return true;
  }
  bool find_place() noexcept;
  bool enter(const Member& member) noexcept;
  void note_end(const Member& member) noexcept;
  const Member* find_member(std::uint64_t ticket) const noexcept;
  // The claim of what was taken comes before, so that the publisher, which frees
  // what lies before the cursor, finds it.
  RANVIER_HOT_INLINE void go_to(std::uint64_t sequence) noexcept {
    cursor_.store(sequence, std::memory_order_relaxed);
    block_.cursor.exchange(sequence, std::memory_order_seq_cst);
    made_room();
  }
  // seq_cst, as the store before it: of "I made room" and "I wait for room", one
  // side must see the other.
  RANVIER_HOT_INLINE void made_room() const noexcept {
    if (publication_.waiting.load(std::memory_order_seq_cst) != 0) room_.notify();
  }

  const Ref<Segment> own_;
  const Ref<Window> peer_;
  const RingBlock& publication_;  // theirs
  ReaderBlock& block_;            // ours
  const Block where_;
  const std::uint64_t name_;  // its ticket
  std::uint64_t ticket_;      // what its member is to have: another once it is ended
  const Word* next_;          // the sequence that comes next: theirs, or end_
  const std::uint64_t window_;
  const RemoteEvent room_;          // theirs
  const Entry* ahead_ = nullptr;    // where the next message may be, to be prefetched
  const Member* member_ = nullptr;  // its place among theirs; null: not let in yet
  std::atomic<std::uint64_t> cursor_{0};
  std::uint64_t start_ = 0;  // once it is let in
  bool joins_ = false;
  Word end_{0};
  std::int64_t end_stamp_ = INT64_MAX;
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<bool> broken_{false};
  std::atomic<std::uint64_t> free_claims_{~std::uint64_t{0}};
  std::atomic<std::uint64_t> held_{0};  // bytes of the publisher's that messages refer to
};

static_assert(kClaims <= 64, "one bit of free_claims_ each");

}  // namespace ranvier::ring
