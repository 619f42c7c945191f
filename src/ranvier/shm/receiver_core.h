// What a Receiver shares with the messages that it gave out.
#pragma once

#include "ranvier/base/prefetch.h"
#include "ranvier/shm/claim.h"
#include "ranvier/shm/receiver.h"

namespace ranvier::shm {

/// The reader's block in our segment, and the ring in the publisher's.
///
/// Threads:  one takes (accept, find, skip, advance); claims end on any thread.
/// Lifetime: until the receiver and all its messages are gone. Then the publisher
///           is told, and forgets it.
class ReceiverCore final : public Counted, public Near {
 public:
  static constexpr std::uint32_t kNoClaim = UINT32_MAX;
  static constexpr std::uint32_t kCopyClaim = kClaims - 1;  // held only while copying

  ReceiverCore(Ref<Segment> own, Ref<Window> peer, const PublicationBlock& publication,
               Block where, std::uint64_t ticket, const Receiver::Options& options);

  std::uint64_t where() const noexcept { return where_.offset; }
  /// Looks, once it is not accepted yet, whether it is.
  bool accept() noexcept;
  bool refuses() const noexcept {
    return publication_.refuses.load(std::memory_order_seq_cst) != 0;
  }
  std::uint64_t next() const noexcept {
    return publication_.next.load(std::memory_order_seq_cst);
  }
  std::uint64_t cursor() const noexcept { return cursor_.load(std::memory_order_relaxed); }
  /// Gives up what lies before the window, if the publisher is that far ahead.
  void keep_to_window(std::uint64_t next) noexcept;
  /// The entry where the message at the cursor should be; null if there is no ring.
  const Entry* find(std::uint64_t ring) noexcept;
  /// What taking the next message touches (base/trail.h).
  void leave_trail() const noexcept;
  /// Asks for the place where the next message may be.
  RANVIER_HOT_INLINE void expect_next() const noexcept { prefetch(ahead_); }
  std::uint64_t ring() const noexcept { return publication_.ring.load(std::memory_order_acquire); }
  /// The message at the cursor was dropped: goes to the first that was not.
  void skip_dropped(std::uint64_t next) noexcept;
  /// The message at the cursor was taken, and claimed.
  void advance() noexcept;
  const std::byte* payload(std::uint64_t offset, std::uint64_t size) const noexcept {
    return peer_->bytes(offset, size);
  }

  /// A claim that is not in use, or kNoClaim; it is used with the word.
  std::uint32_t pick_claim() noexcept;
  Word& claim_word(std::uint32_t claim) noexcept;
  /// The claim's word is 0: it may be picked again.
  void give_claim(std::uint32_t claim) noexcept;
  /// Ends a claim, with what it held, and tells a publisher that waits. Not in a
  /// child of fork(): the claim is its parent's.
  void end_claim(std::uint32_t claim, std::uint64_t held) noexcept;
  /// Whether so many bytes more may be left where they are; they are counted then.
  bool hold(std::uint64_t bytes) noexcept;
  /// Holds nothing back any more.
  void close() noexcept;

  std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }
  bool closed() const noexcept {
    return publication_.kind.load(std::memory_order_acquire) != kPublication;
  }
  bool broken() const noexcept { return broken_.load(std::memory_order_relaxed); }
  void set_broken() noexcept { broken_.store(true, std::memory_order_relaxed); }

 private:
  ~ReceiverCore() override;
  const Member* find_member() const noexcept;
  void go_to(std::uint64_t sequence) noexcept;
  void made_room() const noexcept;

  const Ref<Segment> own_;
  const Ref<Window> peer_;
  const PublicationBlock& publication_;  // theirs
  ReaderBlock& block_;                   // ours
  const Block where_;
  const std::uint64_t ticket_;
  const std::uint64_t window_;
  const Bell room_;                      // theirs
  const Entry* ahead_ = nullptr;         // where the next message may be, to be prefetched
  const Member* member_ = nullptr;       // its place among theirs; null: not let in yet
  std::atomic<std::uint64_t> cursor_{0};
  std::atomic<std::uint64_t> lost_{0};
  std::atomic<bool> broken_{false};
  std::atomic<std::uint64_t> free_claims_{~std::uint64_t{0}};
  std::atomic<std::uint64_t> held_{0};   // bytes of the publisher's that messages refer to
};

static_assert(kClaims <= 64, "one bit of free_claims_ each");

}  // namespace ranvier::shm
