#include "ranvier/shm/receiver_core.h"

#include <algorithm>
#include <bit>

#include "ranvier/base/annotations.h"
#include "ranvier/base/trail.h"

namespace ranvier::shm {
namespace {

constexpr std::uint64_t kMostWindow = (std::uint64_t{1} << kMostRingBits) - 1;
constexpr std::uint64_t kShare = 8;  // of what a publisher may have, one reader holds so much

}  // namespace

ReceiverCore::ReceiverCore(Ref<Segment> own, Ref<Window> peer, const PublicationBlock& publication,
                           Block where, std::uint64_t ticket, const Receiver::Options& options)
    : own_(std::move(own)),
      peer_(std::move(peer)),
      publication_(publication),
      block_(*reinterpret_cast<ReaderBlock*>(own_->data(where))),
      where_(where),
      ticket_(ticket),
      window_(std::clamp<std::uint64_t>(options.window, 1, kMostWindow)),
      room_(peer_->bell(Segment::kRoomBell)) {
  block_.window.store(window_, std::memory_order_relaxed);
  block_.waited_for.store(options.waited_for, std::memory_order_relaxed);
  block_.wants_history.store(options.wants_history, std::memory_order_relaxed);
  block_.bell.store(options.bell, std::memory_order_relaxed);
  block_.groups.store(options.groups, std::memory_order_relaxed);
  block_.cursor.store(0, std::memory_order_relaxed);
  block_.claims_used.store(0, std::memory_order_relaxed);
  block_.ticket.store(ticket, std::memory_order_release);
  block_.kind.store(kReader, std::memory_order_release);
}

ReceiverCore::~ReceiverCore() {
  if (!own_->ours()) return;
  block_.kind.store(0, std::memory_order_relaxed);
  block_.ticket.exchange(0, std::memory_order_seq_cst);  // no claim is left
  made_room();
  own_->give_reader(where_);
}

RANVIER_HOT_IN bool ReceiverCore::accept() noexcept {
  if (member_ && member_->ticket.load(std::memory_order_acquire) == ticket_) return true;
  member_ = find_member();  // not let in yet, or taken out
  if (member_) go_to(member_->start.load(std::memory_order_acquire));
  return member_ != nullptr;
}

RANVIER_COLD const Member* ReceiverCore::find_member() const noexcept {
  const auto among = [this](const auto& members) -> const Member* {
    for (const Member& member : members) {
      if (member.ticket.load(std::memory_order_acquire) == ticket_) return &member;
    }
    return nullptr;
  };
  if (const Member* found = among(publication_.members)) return found;
  const auto* more = peer_->at<MoreMembers>(publication_.more.load(std::memory_order_acquire));
  return more ? among(more->members) : nullptr;
}

RANVIER_HOT_IN const Entry* ReceiverCore::find(std::uint64_t ring) noexcept {
  const std::uint32_t bits = ring_bits(ring);
  if (bits > kMostRingBits) return nullptr;
  const std::uint64_t entries = std::uint64_t{1} << bits;
  const Entry* first = peer_->several<Entry>(ring_offset(ring), entries);
  if (first == nullptr) return nullptr;
  ahead_ = first + ((cursor() + 1) & (entries - 1));
  return first + (cursor() & (entries - 1));
}

RANVIER_COLD void ReceiverCore::leave_trail() const noexcept {
  Trail::pass(*this);
  Trail::pass(publication_);
  Trail::pass_begin(ahead_);
  Trail::pass_to(&block_, &block_.claims[4]);
  peer_->leave_trail();
}

RANVIER_HOT_IN void ReceiverCore::keep_to_window(std::uint64_t next) noexcept {
  if (next - cursor() <= window_) return;
  lost_.fetch_add(next - window_ - cursor(), std::memory_order_relaxed);
  go_to(next - window_);
}

RANVIER_COLD void ReceiverCore::skip_dropped(std::uint64_t next) noexcept {
  const std::uint64_t first = publication_.first.load(std::memory_order_acquire);
  const std::uint64_t to = std::clamp(first, cursor() + 1, next);
  lost_.fetch_add(to - cursor(), std::memory_order_relaxed);
  go_to(to);
}

RANVIER_HOT_IN void ReceiverCore::advance() noexcept { go_to(cursor() + 1); }

// The claim of what was taken comes before, so that the publisher, which frees
// what lies before the cursor, finds it.
RANVIER_HOT_IN void ReceiverCore::go_to(std::uint64_t sequence) noexcept {
  cursor_.store(sequence, std::memory_order_relaxed);
  block_.cursor.exchange(sequence, std::memory_order_seq_cst);
  made_room();
}

// seq_cst, as the store before it: of "I made room" and "I wait for room", one
// side must see the other.
void ReceiverCore::made_room() const noexcept {
  if (publication_.waiting.load(std::memory_order_seq_cst) != 0) room_.ring();
}

std::uint32_t ReceiverCore::pick_claim() noexcept {
  const std::uint64_t free = free_claims_.load(std::memory_order_acquire);
  const auto claim = static_cast<std::uint32_t>(std::countr_zero(free));
  if (claim >= kCopyClaim) return kNoClaim;
  free_claims_.fetch_and(~(std::uint64_t{1} << claim), std::memory_order_relaxed);
  return claim;
}

Word& ReceiverCore::claim_word(std::uint32_t claim) noexcept {
  // Before the claim itself: a publisher looks at as many as are used.
  if (block_.claims_used.load(std::memory_order_relaxed) <= claim) {
    block_.claims_used.store(claim + 1, std::memory_order_seq_cst);
  }
  return block_.claims[claim];
}

void ReceiverCore::give_claim(std::uint32_t claim) noexcept {
  free_claims_.fetch_or(std::uint64_t{1} << claim, std::memory_order_release);
}

// One message may always stay, however large.
bool ReceiverCore::hold(std::uint64_t bytes) noexcept {
  const std::uint64_t held = held_.load(std::memory_order_relaxed);
  if (held != 0 && held + bytes > peer_->limit() / kShare) return false;
  held_.fetch_add(bytes, std::memory_order_relaxed);
  return true;
}

RANVIER_HOT_IN void ReceiverCore::end_claim(std::uint32_t claim, std::uint64_t held) noexcept {
  if (!own_->ours()) return;
  held_.fetch_sub(held, std::memory_order_relaxed);
  unclaim(block_.claims[claim]);
  give_claim(claim);
  made_room();
}

void ReceiverCore::close() noexcept {
  if (!own_->ours()) return;
  block_.cursor.exchange(UINT64_MAX, std::memory_order_seq_cst);
  made_room();
}

}  // namespace ranvier::shm
