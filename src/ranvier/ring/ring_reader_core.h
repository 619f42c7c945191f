// What a RingReader shares with the messages that it gave out.
#pragma once

#include <bit>

#include "ranvier/base/prefetch.h"
#include "ranvier/ring/claim.h"
#include "ranvier/ring/ring_reader.h"

namespace ranvier::ring {

/// The reader's block in our segment, and the ring in the publisher's.
///
/// Threads:  one takes (accept, find, skip, advance); claims end on any thread.
/// Lifetime: until the ring reader and all its messages are gone. Then the publisher
///           is told, and forgets it.
class RingReaderCore final : public Counted, public Near {
 public:
  static constexpr std::uint32_t kNoClaim = UINT32_MAX;
  static constexpr std::uint32_t kCopyClaim = kClaims - 1;  // held only while copying

  RingReaderCore(Ref<Segment> own, Ref<Window> peer, const RingBlock& publication, Block where,
                 std::uint64_t ticket, const RingReader::Options& options);

  std::uint64_t where() const noexcept { return where_.offset; }
  /// Looks, once it is not accepted yet, whether it is.
  RANVIER_HOT_INLINE bool accept() noexcept {
    if (member_ && member_->ticket.load(std::memory_order_acquire) == ticket_) return true;
    return accept_anew();
  }
  bool refuses() const noexcept {
    return publication_.refuses.load(std::memory_order_seq_cst) != 0;
  }
  std::uint64_t next() const noexcept { return next_->load(std::memory_order_seq_cst); }
  bool joins() const noexcept { return joins_; }
  bool holds(std::int64_t stamp) const noexcept;
  bool ended() const noexcept { return next_ == &end_ && cursor() >= next(); }
  std::int64_t end_stamp() const noexcept { return end_stamp_; }
  RingReader::Standing standing() const noexcept;
  bool stop_waiting() noexcept;
  std::uint64_t cursor() const noexcept { return cursor_.load(std::memory_order_relaxed); }
  /// Gives up what lies before the window, if the publisher is that far ahead.
  RANVIER_HOT_INLINE void keep_to_window(std::uint64_t next) noexcept {
    if (next - cursor() <= window_) return;
    lost_.fetch_add(next - window_ - cursor(), std::memory_order_relaxed);
    go_to(next - window_);
  }
  /// The entry where the message at the cursor should be; null if there is no ring.
  RANVIER_HOT_INLINE const Entry* find(std::uint64_t ring) noexcept {
    const std::uint32_t bits = ring_bits(ring);
    if (bits > kMostRingBits) return nullptr;
    const std::uint64_t entries = std::uint64_t{1} << bits;
    const Entry* first = peer_->several<Entry>(ring_offset(ring), entries);
    if (first == nullptr) return nullptr;
    ahead_ = first + ((cursor() + 1) & (entries - 1));
    return first + (cursor() & (entries - 1));
  }
  /// Asks for the place where the next message may be.
  RANVIER_HOT_INLINE void expect_next() const noexcept { prefetch(ahead_); }
  std::uint64_t ring() const noexcept { return publication_.ring.load(std::memory_order_acquire); }
  /// The message at the cursor was dropped: goes to the first that was not.
  void skip_dropped(std::uint64_t next) noexcept;
  /// The message at the cursor was taken, and claimed.
  RANVIER_HOT_INLINE void advance() noexcept { go_to(cursor() + 1); }
  const std::byte* payload(std::uint64_t offset, std::uint64_t size) const noexcept {
    return peer_->bytes(offset, size);
  }
  std::byte* map_private(const std::byte* payload, std::uint64_t size,
                         PrivatePages& to) const noexcept {
    return peer_->map_private(payload, size, to);
  }

  /// A claim that is not in use, or kNoClaim; it is used with the word.
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
  /// The claim's word is 0: it may be picked again.
  RANVIER_HOT_INLINE void give_claim(std::uint32_t claim) noexcept {
    free_claims_.fetch_or(std::uint64_t{1} << claim, std::memory_order_release);
  }
  /// Ends a claim, with what it held, and tells a publisher that waits. Not in a
  /// child of fork(): the claim is its parent's.
  void end_claim(std::uint32_t claim, std::uint64_t held) noexcept;
  /// Whether so many bytes more may be left where they are; they are counted then. One
  /// message always may, however large.
  RANVIER_HOT_INLINE bool hold(std::uint64_t bytes) noexcept {
    const std::uint64_t held = held_.load(std::memory_order_relaxed);
    if (held != 0 && held + bytes > peer_->limit() / kShare) return false;
    held_.fetch_add(bytes, std::memory_order_relaxed);
    return true;
  }
  /// Holds nothing back any more.
  void close() noexcept;

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }
  bool closed() const noexcept {
    return publication_.kind.load(std::memory_order_acquire) != kRing;
  }
  bool broken() const noexcept { return broken_.load(std::memory_order_relaxed); }
  void set_broken() noexcept { broken_.store(true, std::memory_order_relaxed); }

 private:
  ~RingReaderCore() override;
  // Of what a publisher may have, one reader holds such a part.
  static constexpr std::uint64_t kShare = 8;

  bool accept_anew() noexcept;
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
