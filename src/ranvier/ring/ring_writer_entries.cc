// The entries of a ring, and their memory.
#include <algorithm>
#include <bit>

#include "ranvier/base/annotations.h"
#include "ranvier/ring/claim.h"
#include "ranvier/ring/ring_writer.h"

namespace ranvier::ring {
namespace {

constexpr std::uint64_t kFirstEntries = 2;  // most topics never have more under way at once
constexpr std::size_t kRechecks = 4;        // of kept messages, with each message sent

// A ring whose entries hold no message.
Result<Block> new_ring(Segment& segment, std::uint64_t entries) {
  Result<Block> block = segment.allocate(entries * sizeof(Entry));
  if (!block) return block;
  auto* ring = reinterpret_cast<Entry*>(segment.data(*block));
  for (std::uint64_t i = 0; i < entries; ++i) new (ring + i) Entry{};
  return block;
}

std::uint64_t word_of(const Block& ring, std::uint64_t entries) {
  return ring_word(ring.offset, static_cast<std::uint32_t>(std::countr_zero(entries)));
}

bool claims(const ReaderBlock& reader, std::uint64_t sequence) noexcept {
  const std::size_t used =
      std::min<std::size_t>(reader.claims_used.load(std::memory_order_seq_cst), kClaims);
  for (std::size_t i = 0; i < used; ++i) {
    if (reader.claims[i].load(std::memory_order_seq_cst) == sequence) return true;
  }
  return false;
}

}  // namespace

RingWriter::RingWriter(Ref<Segment> segment, const Options& options, Block where, RingBlock& block,
                       Block ring)
    : keeps_(std::move(segment)),
      segment_(*keeps_),
      topic_(options.topic),
      where_(where),
      may_wait_(options.may_wait),
      may_drop_(options.may_drop),
      block_(block),
      history_(std::min(options.history, kMostEntries - 1)),
      rings_{ring},
      ring_(reinterpret_cast<Entry*>(segment_.data(ring))),
      messages_(kFirstEntries) {
  block_.ring.store(word_of(ring, kFirstEntries), std::memory_order_relaxed);
  block_.next.store(1, std::memory_order_relaxed);
  block_.first.store(1, std::memory_order_relaxed);
  block_.kind.store(kRing, std::memory_order_seq_cst);
}

Result<RingWriter::Ptr> RingWriter::open(Ref<Segment> segment, const Options& options) {
  segment->sweep();
  Block where;
  const Result<RingBlock*> block = segment->make<RingBlock>(where);
  if (!block) return block.error();
  const Result<Block> ring = new_ring(*segment, kFirstEntries);
  if (!ring) {
    segment->give(where);
    return ring.error();
  }
  return Ptr(new RingWriter(std::move(segment), options, where, **block, *ring));
}

void RingWriter::Close::operator()(RingWriter* writer) const {
  const Ref<Segment> segment = std::move(writer->keeps_);
  if (!segment->ours()) return;  // what it wrote is its parent's
  writer->close();
  std::unique_ptr<RetiredWriter> closed(writer);
  if (!closed->gone()) segment->retire(std::move(closed));
}

RingWriter::~RingWriter() {
  for (; first_ != next_; ++first_) let_go(messages_[first_ & (messages_.size() - 1)]);
  for (Kept& kept : kept_) let_go(kept.payload);
  for (const Block& ring : rings_) segment_.free(ring);
  if (more_) segment_.give(more_where_);
  segment_.give(where_);
}

RANVIER_HOT_INLINE bool RingWriter::has_room(const Reader& reader) const noexcept {
  return !reader.waited_for || reader.leaving || next_ - cursor_of(reader) < reader.window;
}

RANVIER_HOT_INLINE void RingWriter::write(const Payload& payload, std::uint64_t size, Stamp stamp) {
  const std::uint64_t sequence = next_;
  Entry& to = entry(sequence);
  // release: a reader that sees one of these, and not the sequence that it began
  // with, must find on its second look that the sequence is another (claim.h).
  to.offset.store(payload.block.offset + payload.begin, std::memory_order_release);
  to.size.store(size, std::memory_order_release);
  to.stamp.store(static_cast<std::uint64_t>(stamp.source), std::memory_order_release);
  to.expires.store(static_cast<std::uint64_t>(stamp.expires), std::memory_order_release);
  to.sequence.store(sequence, std::memory_order_release);
  if (payload.shared) payload.shared->retain();
  messages_[sequence & (capacity() - 1)] = payload;
  next_ = sequence + 1;
  block_.next.store(next_, std::memory_order_seq_cst);
}

// A reader that naps takes nothing meanwhile, so a quarter of its window is passed by each message once;
// a few more are for those that are sent at the same time.
RANVIER_HOT_INLINE bool RingWriter::is_filling(const Reader& reader) const noexcept {
  constexpr std::uint64_t kFew = 8;
  if (reader.window < kLeastNapping) return false;
  return next_ - cursor_of(reader) - reader.window / 4 < kFew;
}

// One ring for all readers of a process. `among`: slots, as bits; `ring`: empty.
RANVIER_HOT_INLINE void RingWriter::find_first(std::uint64_t among, Ring& ring) const noexcept {
  static_assert(kMostReaders == 64);
  for (const Reader& reader : readers_) {
    const std::uint64_t slot = std::uint64_t{1} << reader.slot;
    if (reader.leaving || (among & slot) == 0) continue;
    if (!ring.peer) {
      ring.peer = reader.peer;
      ring.event = reader.event;
    }
    if (reader.event == ring.event) {
      ring.groups |= reader.groups;
      ring.fills |= is_filling(reader);
    } else {
      ring.others |= slot;
    }
  }
}

// Not under the lock: on one core a reader may run as soon as it is rung for, and this thread
// only after it. A slot that is another's by then is rung for in vain.
RANVIER_HOT_INLINE void RingWriter::ring(const Ring& first) const noexcept {
  if (!first.peer) return;
  first.event.notify(first.groups);
  if (first.fills) [[unlikely]]
    first.event.end_nap();
  if (first.others != 0) ring_others(first.others);
}

RANVIER_HOT void RingWriter::ring_others(std::uint64_t slots) const noexcept {
  while (slots != 0) {
    Ring next;
    {
      Lock lock(mutex_);
      find_first(slots, next);
    }
    if (next.peer) next.event.notify(next.groups);
    if (next.fills) next.event.end_nap();
    slots = next.others;
  }
}

RANVIER_HOT RingWriter::Outcome RingWriter::put(const Payload& payload, std::uint64_t size,
                                                Stamp stamp) {
  Ring first;
  {
    Lock lock(mutex_);
    forget_closed();
    for (const Reader& reader : readers_) {
      if (!has_room(reader)) return Outcome::kWait;
    }
    if (ended_) return Outcome::kFail;
    if (next_ - first_ == capacity() && !make_entry()) {
      return waits_for_somebody() ? Outcome::kWait : Outcome::kFail;
    }
    write(payload, size, stamp);
    find_first(kAll, first);
    if (readers_.empty()) retire_to(still_needed());  // else before the next (tidy)
  }
  ring(first);
  return Outcome::kDone;
}

RANVIER_HOT void RingWriter::tidy() noexcept {
  Lock lock(mutex_);
  forget_closed();
  retire_to(still_needed());
  recheck_claims(kRechecks);
}

RANVIER_HOT void RingWriter::let_go(const Payload& payload) const noexcept {
  if (payload.shared) {
    payload.shared->release();
  } else {
    segment_.free(payload.block);
  }
}

// The oldest message that some reader, or the history, is still to have.
RANVIER_HOT std::uint64_t RingWriter::still_needed() const noexcept {
  std::uint64_t needed = next_ - std::min(history_, next_ - 1);
  for (const Reader& reader : readers_) {
    if (reader.leaving) {
      if (cursor_of(reader) < reader.end) needed = std::min(needed, cursor_of(reader));
      continue;
    }
    const std::uint64_t window = next_ > reader.window ? next_ - reader.window : 0;
    needed = std::min(needed, std::max(cursor_of(reader), window));
  }
  return std::max(needed, first_);
}

RANVIER_HOT bool RingWriter::claimed(const NearVector<Reader>& readers,
                                     std::uint64_t sequence) noexcept {
  for (const Reader& reader : readers) {
    if (claims(*reader.block, sequence)) return true;
  }
  return false;
}

// Takes all messages before `sequence` out of the ring.
RANVIER_HOT void RingWriter::retire_to(std::uint64_t sequence) {
  if (first_ == sequence) return;
  const NearVector<Reader>* const readers = &readers_;
  for (; first_ != sequence; ++first_) {
    const std::uint64_t old = first_;
    const Payload payload = messages_[old & (capacity() - 1)];
    const bool free =
        retire(entry(old).sequence, [readers, old] { return claimed(*readers, old); });
    if (free) {
      let_go(payload);
    } else {
      kept_.push_back({old, payload});
    }
  }
  block_.first.store(first_, std::memory_order_release);
}

// Frees what was kept for claims that have ended; looks at `most` of them.
RANVIER_HOT void RingWriter::recheck_claims(std::size_t most) noexcept {
  for (most = std::min(most, kept_.size()); most > 0 && !kept_.empty(); --most) {
    if (next_kept_ >= kept_.size()) next_kept_ = 0;
    Kept& kept = kept_[next_kept_++];
    if (claimed(readers_, kept.sequence)) continue;
    let_go(kept.payload);
    std::swap(kept, kept_.back());  // looked at next
    kept_.pop_back();
    --next_kept_;
  }
}

// False if there is none, or somebody who is to have it has not had it.
bool RingWriter::drop_oldest() {
  if (first_ == next_) return false;
  for (const Reader& reader : readers_) {
    const bool to_have = reader.leaving ? first_ < reader.end : reader.waited_for || !may_drop_;
    if (to_have && cursor_of(reader) <= first_) return false;
  }
  ++dropped_;
  retire_to(first_ + 1);
  whole_from_ = first_;  // if it was history
  return true;
}

// What it reads or is to read may come free.
bool RingWriter::waits_for_somebody() const noexcept {
  for (const Reader& reader : readers_) {
    if (!reader.waited_for || reader.leaving) continue;
    if (cursor_of(reader) < next_ || !kept_.empty()) return true;
  }
  return false;
}

RingWriter::Outcome RingWriter::make_room() {
  segment_.sweep();  // before the lock: it asks closed publishers
  const std::uint64_t used = segment_.used();
  Lock lock(mutex_);
  forget_gone(true);
  retire_to(still_needed());
  recheck_claims(kept_.size());
  if (segment_.used() < used || drop_oldest()) return Outcome::kDone;
  return waits_for_somebody() && !ended_ ? Outcome::kWait : Outcome::kFail;
}

// For the next message. False if all that are there must stay, and no more can be.
RANVIER_HOT bool RingWriter::make_entry() {
  retire_to(still_needed());
  return next_ - first_ != capacity() || grow() || drop_oldest();
}

bool RingWriter::grow() {
  if (capacity() == kMostEntries) return false;
  const Result<Block> larger = new_ring(segment_, 2 * capacity());
  if (!larger) return false;
  move_ring(*larger, NearVector<Payload>(2 * capacity()));
  return true;
}

// The old ring keeps its memory until the end: somebody may look into it yet.
void RingWriter::move_ring(const Block& larger, NearVector<Payload> messages) {
  rings_.push_back(larger);  // first: what follows does not throw
  const std::uint64_t mask = messages.size() - 1;
  auto* ring = reinterpret_cast<Entry*>(segment_.data(larger));
  for (std::uint64_t sequence = first_; sequence != next_; ++sequence) {
    const Entry& from = entry(sequence);
    Entry& to = ring[sequence & mask];
    to.offset.store(from.offset.load(std::memory_order_relaxed), std::memory_order_release);
    to.size.store(from.size.load(std::memory_order_relaxed), std::memory_order_release);
    to.stamp.store(from.stamp.load(std::memory_order_relaxed), std::memory_order_release);
    to.expires.store(from.expires.load(std::memory_order_relaxed), std::memory_order_release);
    to.sequence.store(sequence, std::memory_order_release);
    messages[sequence & mask] = messages_[sequence & (capacity() - 1)];
  }
  block_.ring.store(word_of(larger, messages.size()), std::memory_order_seq_cst);
  // Whoever finds nothing in the old one any more looks where the ring is now.
  for (std::uint64_t i = 0; i < capacity(); ++i) {
    ring_[i].sequence.store(0, std::memory_order_seq_cst);
  }
  ring_ = ring;
  messages_ = std::move(messages);
}

std::uint64_t RingWriter::dropped() const {
  Lock lock(mutex_);
  return dropped_;
}

void RingWriter::close() {
  Ring first;
  {
    Lock lock(mutex_);
    history_ = 0;
    block_.kind.store(0, std::memory_order_seq_cst);
    find_first(kAll, first);
  }
  ring(first);
}

bool RingWriter::gone() noexcept {
  sweep();
  Lock lock(mutex_);
  return readers_.empty();
}

}  // namespace ranvier::ring
