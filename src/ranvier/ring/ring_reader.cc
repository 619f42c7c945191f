#include "ranvier/ring/ring_reader.h"

#include <sys/random.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "ranvier/base/annotations.h"

namespace ranvier::ring {
namespace {

// A publisher that is faster than we are overtakes a few times; one that means
// harm must not keep us for ever. take() is called again anyway.
constexpr int kTries = 64;
constexpr std::uint64_t kMostWindow = (std::uint64_t{1} << kMostRingBits) - 1;

std::uint64_t new_ticket() {
  std::uint64_t ticket = 0;
  while (ticket == 0) {
    if (::getrandom(&ticket, sizeof ticket, 0) != sizeof ticket) ticket = 0;
  }
  return ticket;
}

}  // namespace

RANVIER_HOT Received::Received(Received&& other) noexcept = default;

Received& Received::operator=(Received&& other) noexcept {
  if (this == &other) return *this;
  this->~Received();
  return *new (this) Received(std::move(other));
}

RANVIER_HOT Received::~Received() {
  if (reader_) reader_->end_claim(claim_, held_);
}

std::byte* Received::writable(PrivatePages& pages) const noexcept {
  if (!reader_) return const_cast<std::byte*>(data_);
  return reader_->peer_->map_private(data_, size_, pages);
}

Result<RingReader::Ptr> RingReader::open(Ref<Segment> own, Ref<Window> peer, std::uint64_t where,
                                         const Options& options) {
  const auto* publication = peer->at<RingBlock>(where);
  if (publication == nullptr || publication->kind.load(std::memory_order_acquire) != kRing) {
    return Error{Code::kNotFound, "Shared memory of a peer, '" + peer->name() +
                                      "': there is no publisher where one was announced. It was "
                                      "closed, or the peer is broken."};
  }
  const Result<Block> block = own->take<ReaderBlock>();
  if (!block) return block.error();
  Ptr reader(
      new RingReader(std::move(own), std::move(peer), *publication, *block, new_ticket(), options));
  reader->retain();
  return reader;
}

void RingReader::Close::operator()(RingReader* reader) const noexcept {
  if (reader->own_->ours()) {
    reader->block_.cursor.exchange(UINT64_MAX, std::memory_order_seq_cst);
    reader->made_room();
  }
  reader->release();
}

RingReader::RingReader(Ref<Segment> own, Ref<Window> peer, const RingBlock& publication,
                       Block where, std::uint64_t ticket, const Options& options)
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

RingReader::~RingReader() {
  if (!own_->ours()) return;
  block_.kind.store(0, std::memory_order_relaxed);
  block_.ticket.exchange(0, std::memory_order_seq_cst);  // no claim is left
  made_room();
  own_->give(where_);
}

// Not let in yet, or ended, or taken out.
RANVIER_COLD bool RingReader::find_place() noexcept {
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
bool RingReader::enter(const Member& member) noexcept {
  const std::uint64_t start = member.start.load(std::memory_order_acquire);
  if (start == 0) return false;
  joins_ = (start & kJoins) != 0;
  start_ = start & ~kJoins;
  go_to(start_);
  return true;
}

// Either the publisher sees this, or its ticket is seen here: RingWriter::announce() has the
// other half.
bool RingReader::stop_waiting() noexcept {
  block_.entrance.fetch_or(kJoinsOnly, std::memory_order_seq_cst);
  return find_member(name_) == nullptr;
}

// It takes what there is before the end, as if no more had come.
void RingReader::note_end(const Member& member) noexcept {
  const std::uint64_t end = member.end.load(std::memory_order_acquire);
  end_.store(std::max(end, cursor()), std::memory_order_relaxed);
  end_stamp_ = static_cast<std::int64_t>(member.stamp.load(std::memory_order_acquire));
  next_ = &end_;
  ticket_ = ring::ended(name_);
}

RingReader::Standing RingReader::standing() const noexcept {
  if (find_member(name_)) return RingReader::Standing::kIn;
  return find_member(ring::ended(name_)) ? RingReader::Standing::kEnded
                                         : RingReader::Standing::kOut;
}

bool RingReader::holds(std::int64_t stamp) const noexcept {
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

const Member* RingReader::find_member(std::uint64_t ticket) const noexcept {
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

RANVIER_COLD void RingReader::skip_dropped(std::uint64_t next) noexcept {
  const std::uint64_t first = publication_.first.load(std::memory_order_acquire);
  const std::uint64_t to = std::clamp(first, cursor() + 1, next);
  lost_.fetch_add(to - cursor(), std::memory_order_relaxed);
  go_to(to);
}

RANVIER_HOT void RingReader::end_claim(std::uint32_t claim, std::uint64_t held) noexcept {
  if (!own_->ours()) return;
  held_.fetch_sub(held, std::memory_order_relaxed);
  unclaim(block_.claims[claim]);
  give_claim(claim);
  made_room();
}

RANVIER_HOT bool RingReader::accepted() noexcept {
  prefetch(ahead_);
  return accept();
}

RANVIER_HOT bool RingReader::pending() noexcept {
  return accept() && !broken() && cursor() < next();
}

// So much is held that the rest is copied, and the publisher gets its memory back.
RANVIER_COLD bool RingReader::copy(Received& message) {
  const std::size_t begin = Received::begin_of_copy(message.data_);
  message.copy_.reset(new (std::nothrow) std::byte[begin + message.size_]);
  if (!message.copy_) return false;
  std::memcpy(message.copy_.get() + begin, message.data_, message.size_);
  message.data_ = message.copy_.get() + begin;
  message.reader_->end_claim(message.claim_, 0);
  message.reader_ = {};
  return true;
}

// False if the entry holds another message by now. Else that is the end of it, also if
// nothing is taken.
RANVIER_HOT_INLINE bool RingReader::take_from(const Entry& entry, std::optional<Received>& taken) {
  const std::uint64_t sequence = cursor();
  if (entry.sequence.load(std::memory_order_acquire) != sequence) return false;
  const std::uint64_t offset = entry.offset.load(std::memory_order_acquire);
  const std::uint64_t size = entry.size.load(std::memory_order_acquire);
  const std::uint64_t stamp = entry.stamp.load(std::memory_order_acquire);
  const std::uint64_t expires = entry.expires.load(std::memory_order_acquire);
  const std::uint32_t picked = pick_claim();
  const bool all_held = picked == RingReader::kNoClaim;
  const std::uint32_t held_by = all_held ? RingReader::kCopyClaim : picked;
  if (!claim(entry.sequence, claim_word(held_by), sequence)) {
    if (!all_held) give_claim(held_by);
    return false;
  }
  // Only now is it known that all these numbers are of one message.
  Received& message = taken.emplace();
  message.reader_ = Ref<RingReader>(this);  // ends the claim, whatever comes
  message.claim_ = held_by;
  message.sequence_ = sequence;
  message.size_ = size;
  message.source_ = static_cast<std::int64_t>(stamp);
  message.expires_ = static_cast<std::int64_t>(expires);
  message.data_ = payload(offset, size);
  if (message.data_ == nullptr) {
    broken_.store(true, std::memory_order_relaxed);
    taken.reset();
    return true;
  }
  prefetch(message.data_);  // what is made of it looks at its head first
  advance();
  if (!all_held && hold(size)) {
    message.held_ = size;
  } else if (!copy(message)) {
    taken.reset();
  }
  return true;
}

RANVIER_HOT std::optional<Received> RingReader::take() {
  std::optional<Received> taken;  // all return it: it is made where the caller wants it
  if (!accept() || broken()) return taken;
  for (int tries = 0; tries < kTries; ++tries) {
    const std::uint64_t next = this->next();
    if (cursor() >= next) return taken;
    keep_to_window(next);
    const std::uint64_t ring = this->ring();
    const Entry* entry = find(ring);
    if (entry == nullptr) {
      broken_.store(true, std::memory_order_relaxed);
      return taken;
    }
    if (take_from(*entry, taken)) return taken;
    // It was dropped, unless the ring has moved meanwhile.
    if (this->ring() == ring) skip_dropped(next);
  }
  return taken;
}

}  // namespace ranvier::ring
