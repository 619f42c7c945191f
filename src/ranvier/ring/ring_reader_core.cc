#include "ranvier/ring/ring_reader_core.h"

#include <algorithm>

#include "ranvier/base/annotations.h"

namespace ranvier::ring {
namespace {

constexpr std::uint64_t kMostWindow = (std::uint64_t{1} << kMostRingBits) - 1;

}  // namespace

RingReaderCore::RingReaderCore(Ref<Segment> own, Ref<Window> peer, const RingBlock& publication,
                               Block where, std::uint64_t ticket,
                               const RingReader::Options& options)
    : own_(std::move(own)),
      peer_(std::move(peer)),
      publication_(publication),
      block_(*reinterpret_cast<ReaderBlock*>(own_->data(where))),
      where_(where),
      name_(ticket),
      ticket_(ticket),
      next_(&publication_.next),
      window_(std::clamp<std::uint64_t>(options.window, 1, kMostWindow)),
      room_(peer_->event(Segment::kRoomEvent)) {
  block_.window.store(window_, std::memory_order_relaxed);
  block_.waited_for.store(options.waited_for, std::memory_order_relaxed);
  block_.entrance.store(options.wants_history ? kWantsHistory : 0, std::memory_order_relaxed);
  block_.event.store(options.event, std::memory_order_relaxed);
  block_.groups.store(options.groups, std::memory_order_relaxed);
  block_.cursor.store(0, std::memory_order_relaxed);
  // release: a publisher that has not seen yet that the reader before us went looks at no
  // claim of it from here on, and what it read there was before.
  block_.claims_used.store(0, std::memory_order_release);
  block_.ticket.store(ticket, std::memory_order_release);
  block_.kind.store(kReader, std::memory_order_release);
}

RingReaderCore::~RingReaderCore() {
  if (!own_->ours()) return;
  block_.kind.store(0, std::memory_order_relaxed);
  block_.ticket.exchange(0, std::memory_order_seq_cst);  // no claim is left
  made_room();
  own_->give(where_);
}

// Not let in yet, or ended, or taken out.
RANVIER_COLD bool RingReaderCore::accept_anew() noexcept {
  member_ = find_member(ticket_);
  if (member_) {
    if (!enter(*member_)) member_ = nullptr;
  } else if (next_ != &end_ && (member_ = find_member(ring::ended(name_)))) {
    if (start_ == 0) static_cast<void>(enter(*member_));
    note_end(*member_);
  }
  return member_ != nullptr;
}

// False if the publisher has yet to say where it starts.
bool RingReaderCore::enter(const Member& member) noexcept {
  const std::uint64_t start = member.start.load(std::memory_order_acquire);
  if (start == 0) return false;
  joins_ = (start & kJoins) != 0;
  start_ = start & ~kJoins;
  go_to(start_);
  return true;
}

// Either the publisher sees this, or its ticket is seen here: RingWriterCore::announce() has the
// other half.
bool RingReaderCore::stop_waiting() noexcept {
  block_.entrance.fetch_or(kJoinsOnly, std::memory_order_seq_cst);
  return find_member(name_) == nullptr;
}

// It takes what there is before the end, as if no more had come.
void RingReaderCore::note_end(const Member& member) noexcept {
  const std::uint64_t end = member.end.load(std::memory_order_acquire);
  end_.store(std::max(end, cursor()), std::memory_order_relaxed);
  end_stamp_ = static_cast<std::int64_t>(member.stamp.load(std::memory_order_acquire));
  next_ = &end_;
  ticket_ = ring::ended(name_);
}

RingReader::Standing RingReaderCore::standing() const noexcept {
  if (find_member(name_)) return RingReader::Standing::kIn;
  return find_member(ring::ended(name_)) ? RingReader::Standing::kEnded
                                         : RingReader::Standing::kOut;
}

bool RingReaderCore::holds(std::int64_t stamp) const noexcept {
  for (std::uint64_t ring = this->ring(), then = 0; ring != then;
       then = std::exchange(ring, this->ring())) {
    const std::uint32_t bits = ring_bits(ring);
    const std::uint64_t entries = std::uint64_t{1} << std::min(bits, kMostRingBits);
    const Entry* first = peer_->several<Entry>(ring_offset(ring), entries);
    if (first == nullptr) return false;
    for (const Entry* entry = first; entry != first + entries; ++entry) {
      const std::uint64_t sequence = entry->sequence.load(std::memory_order_acquire);
      if (sequence < std::max<std::uint64_t>(start_, 1)) continue;
      const auto its = static_cast<std::int64_t>(entry->stamp.load(std::memory_order_acquire));
      if (its == stamp && entry->sequence.load(std::memory_order_acquire) == sequence) return true;
    }
  }
  return false;
}

const Member* RingReaderCore::find_member(std::uint64_t ticket) const noexcept {
  const auto among = [ticket](const auto& members) -> const Member* {
    for (const Member& member : members) {
      if (member.ticket.load(std::memory_order_seq_cst) == ticket) return &member;
    }
    return nullptr;
  };
  if (const Member* found = among(publication_.members)) return found;
  const auto* more = peer_->at<MoreMembers>(publication_.more.load(std::memory_order_acquire));
  return more ? among(more->members) : nullptr;
}

RANVIER_COLD void RingReaderCore::skip_dropped(std::uint64_t next) noexcept {
  const std::uint64_t first = publication_.first.load(std::memory_order_acquire);
  const std::uint64_t to = std::clamp(first, cursor() + 1, next);
  lost_.fetch_add(to - cursor(), std::memory_order_relaxed);
  go_to(to);
}

RANVIER_HOT void RingReaderCore::end_claim(std::uint32_t claim, std::uint64_t held) noexcept {
  if (!own_->ours()) return;
  held_.fetch_sub(held, std::memory_order_relaxed);
  unclaim(block_.claims[claim]);
  give_claim(claim);
  made_room();
}

void RingReaderCore::close() noexcept {
  if (!own_->ours()) return;
  block_.cursor.exchange(UINT64_MAX, std::memory_order_seq_cst);
  made_room();
}

}  // namespace ranvier::ring
