// Who reads a ring: how they come in and go out.
#include <algorithm>
#include <bit>

#include "ranvier/base/annotations.h"
#include "ranvier/ring/ring_writer.h"

namespace ranvier::ring {

RingWriter::Reader RingWriter::reader_at(const Ref<Window>& peer, const ReaderBlock& block,
                                         std::uint64_t where) const {
  const std::uint64_t ticket = block.ticket.load(std::memory_order_acquire);
  const std::uint64_t window = block.window.load(std::memory_order_relaxed);
  return {.peer = peer,
          .block = &block,
          .where = where,
          .ticket = ticket,
          .window = std::clamp<std::uint64_t>(window, 1, kMostEntries - 1),
          .waited_for = may_wait_ && block.waited_for.load(std::memory_order_relaxed) != 0,
          .event = peer->event(block.event.load(std::memory_order_relaxed)),
          .groups = block.groups.load(std::memory_order_relaxed)};
}

Result<void> RingWriter::attach(Ref<Window> peer, std::uint64_t where, std::uint64_t* ticket,
                                Entrance entrance) {
  const auto refused = [&](Code code, const char* why) {
    return Error{code, "Publisher '" + topic_ + "': a subscription of segment '" + peer->name() +
                           "' cannot be served through shared memory: " + why + "."};
  };
  const ReaderBlock* block = peer->at<ReaderBlock>(where);
  if (block == nullptr || block->kind.load(std::memory_order_acquire) != kReader) {
    return refused(Code::kNotFound, "there is none where it should be");
  }
  Reader reader = reader_at(peer, *block, where);
  if (reader.ticket == 0) return refused(Code::kNotFound, "it was closed");
  if (ticket) *ticket = reader.ticket;
  Lock lock(mutex_);
  forget_closed();
  // A reader that was taken out stays out: it may be about to open another, and would take
  // nothing more from this one.
  for (const Reader& other : readers_) {
    if (other.ticket == reader.ticket) return refused(Code::kAlreadyExists, "it is served already");
  }
  if (ended_) return refused(Code::kFull, "there is no memory for its messages");
  if (readers_.size() == kMostReaders) return refused(Code::kFull, "it has too many already");
  const bool joins = entrance == Entrance::kJoins;
  const bool late =
      !joins && (block->entrance.load(std::memory_order_relaxed) & kWantsHistory) != 0;
  if (late && !has_history()) return refused(Code::kUnsupported, "the history is not all here");
  const std::uint64_t history = late ? std::min({history_, next_ - 1, reader.window}) : 0;
  reader.start = std::max(first_, next_ - history);
  reader.slot = free_slot();
  if (!make_slot(reader.slot)) return refused(Code::kFull, "this process has no memory for it");
  if (!announce(reader, *block, joins)) return refused(Code::kUnsupported, "the network serves it");
  readers_.push_back(std::move(reader));
  readers_.back().event.notify(readers_.back().groups);
  return {};
}

// False if the subscription has handed on what the network brought: the reader must join. The ticket
// is there before that is looked at, and where the reader starts after it; so of two that
// decide at once one sees the other (RingReader::stop_waiting()).
bool RingWriter::announce(const Reader& reader, const ReaderBlock& block, bool joins) noexcept {
  Member& place = member(reader);
  place.start.store(0, std::memory_order_release);
  place.ticket.store(reader.ticket, std::memory_order_seq_cst);
  if (!joins && (block.entrance.load(std::memory_order_seq_cst) & kJoinsOnly) != 0) {
    place.ticket.store(0, std::memory_order_seq_cst);
    return false;
  }
  place.start.store(reader.start | (joins ? kJoins : 0), std::memory_order_release);
  return true;
}

std::size_t RingWriter::free_slot() const noexcept {
  std::uint64_t taken = 0;
  for (const Reader& reader : readers_) taken |= std::uint64_t{1} << reader.slot;
  return static_cast<std::size_t>(std::countr_one(taken));
}

// False if there is no memory.
bool RingWriter::make_slot(std::size_t slot) {
  if (slot < kFirstReaders || more_) return true;
  const Result<MoreMembers*> made = segment_.make<MoreMembers>(more_where_);
  if (!made) return false;
  more_ = *made;
  block_.more.store(more_where_.offset, std::memory_order_release);
  return true;
}

void RingWriter::detach(const Window& peer, std::uint64_t where, std::uint64_t ticket) {
  Lock lock(mutex_);
  for (Reader& reader : readers_) {
    if (reader.where != where || reader.peer->name() != peer.name()) continue;
    const bool gone = reader.leaving && reader.end == 0;
    if (gone || (ticket != 0 && reader.ticket != ticket)) continue;
    reader.leaving = true;
    reader.end = 0;
    member(reader).ticket.store(0, std::memory_order_seq_cst);
    reader.event.notify(reader.groups);
  }
  retire_to(still_needed());
}

// Readers that were closed and, if asked to ask the system, those whose process is gone.
// Their claims count no more.
RANVIER_COLD void RingWriter::forget_gone(bool ask_the_system) noexcept {
  for (std::size_t i = 0; i < readers_.size();) {
    Reader& reader = readers_[i];
    if (!closed(reader) && !(ask_the_system && !reader.peer->alive())) {
      ++i;
      continue;
    }
    member(reader).ticket.store(0, std::memory_order_seq_cst);
    std::swap(reader, readers_.back());
    readers_.pop_back();
  }
}

void RingWriter::sweep() {
  Lock lock(mutex_);
  forget_gone(true);
  retire_to(still_needed());
  recheck_claims(kept_.size());
}

void RingWriter::refuse(bool refuses) { block_.refuses.store(refuses, std::memory_order_seq_cst); }

// Whether late joiners find here all that they are to have.
bool RingWriter::has_history() const noexcept {
  return whole_from_ == 0 || next_ - whole_from_ >= history_;
}

bool RingWriter::joined(std::uint64_t ticket) const {
  Lock lock(mutex_);
  for (const Reader& reader : readers_) {
    if (reader.ticket == ticket) return !reader.leaving && cursor_of(reader) > reader.start;
  }
  return false;
}

// Entries of messages that left the ring count too, until others take their place.
std::int64_t RingWriter::newest_stamp() const noexcept {
  std::int64_t newest = INT64_MIN;
  for (std::uint64_t i = 0; i < capacity(); ++i) {
    const std::uint64_t stamp = ring_[i].stamp.load(std::memory_order_relaxed);
    newest = std::max(newest, static_cast<std::int64_t>(stamp));
  }
  return newest;
}

// seq_cst: a subscription to which the network brings what it is given from now on finds its
// member ended.
void RingWriter::end_all(std::int64_t stamp) {
  Lock lock(mutex_);
  ended_ = true;
  const std::int64_t from = next_ == 1 ? stamp : std::min(stamp, newest_stamp() + 1);
  for (Reader& reader : readers_) {
    if (reader.leaving) continue;
    reader.leaving = true;
    reader.end = next_;
    member(reader).end.store(next_, std::memory_order_release);
    member(reader).stamp.store(static_cast<std::uint64_t>(from), std::memory_order_release);
    member(reader).ticket.store(ended(reader.ticket), std::memory_order_seq_cst);
    reader.event.notify(reader.groups);
  }
}

void RingWriter::begin_again() {
  Lock lock(mutex_);
  ended_ = false;
  whole_from_ = next_;
}

void RingWriter::note_gap() {
  Lock lock(mutex_);
  whole_from_ = next_;
}

RingWriter::Outcome RingWriter::taken() {
  Lock lock(mutex_);
  forget_closed();
  for (const Reader& reader : readers_) {
    if (cursor_of(reader) < (reader.leaving ? reader.end : next_)) return Outcome::kWait;
  }
  return Outcome::kDone;
}

std::size_t RingWriter::readers() const {
  Lock lock(mutex_);
  std::size_t count = 0;
  for (const Reader& reader : readers_) count += !reader.leaving;
  return count;
}

}  // namespace ranvier::ring
