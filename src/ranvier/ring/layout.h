// What lies in a segment: the words that processes share, and nothing else.
//
// Every byte has one writer, the process whose segment it is; others map it
// read-only. The one exception are the events, which others ring: they lie in
// pages of their own at the front, and nothing is decided by their value. So a
// process that dies at any instruction leaves nothing half-written that another
// one would have to mend, and no lock.
//
// Whoever reads another's segment believes nothing: numbers are read once into
// locals, offsets and sizes are checked against the file (window.h).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ranvier::ring {

using Word = std::atomic<std::uint64_t>;
static_assert(Word::is_always_lock_free && std::atomic<std::uint32_t>::is_always_lock_free);

constexpr std::uint64_t kMagic = 0x7265'6976'6e61'7201;  // "\1ranvier" in memory
// Changes with anything in this file, in attach_layout.h or image.h of shm/, or in when it is
// said.
constexpr std::uint32_t kLayout = 12;

constexpr std::size_t kLine = 64;  ///< alignment of all blocks, in bytes
/// Of a process: the one that its publishers wait on for room, and the one that wakes
/// whoever serves its endpoints.
constexpr std::uint32_t kEvents = 2, kRoomEvent = 0, kRuntimeEvent = 1;
/// The pages that others may write. 64 KiB: whole pages on every machine.
constexpr std::uint64_t kEventArea = 64 * 1024;

/// One event: the count that a sleeper sleeps on, and whom ringers mean: one of 64
/// groups that the process made. A ringer that writes nonsense here wakes nobody.
struct alignas(kLine) EventWord {
  std::atomic<std::uint32_t> rings;
  Word groups;
};
constexpr std::uint64_t kEveryGroup = ~std::uint64_t{0};

/// Words of threads that take what is for them alone. Who sends to one rings the runtime's event
/// too, and wakes nobody else if it wakes that thread.
constexpr std::uint32_t kWakeWords = 512;

/// At the front of the segment.
struct EventPage {
  std::array<EventWord, kEvents> events;
  std::array<std::atomic<std::uint32_t>, kWakeWords> wake_words;
};
static_assert(sizeof(EventPage) <= 4096);

/// Who sleeps on a event: beside the events, where only the owner writes.
struct alignas(kLine) SleeperWord {
  std::atomic<std::uint32_t> count;
  std::atomic<std::uint32_t> first;  ///< of others: if one of them is woken, that will do
  std::atomic<std::uint32_t> apart;  ///< of others: each on a wake word
  std::atomic<std::uint32_t> naps;   ///< of others: not for each ring (Segment::nap())
};

/// Endpoints have numbers, which are used again. Where one is stands on a page of the
/// directory, once it is anywhere: the offset of its block, 0, or kNowhere. A page for
/// which there is no memory is kNowhere itself, until there is.
constexpr std::size_t kPages = 256;
constexpr std::size_t kOnPage = 64;
constexpr std::uint64_t kMostEndpoints = kPages * kOnPage;
constexpr std::uint64_t kNowhere = 1;  ///< shared memory does not have it now
struct alignas(kLine) DirectoryPage {
  std::array<Word, kOnPage> where;
};

/// At kEventArea. Written before the segment has a name, but for the directory.
struct alignas(kLine) Header {
  std::uint64_t magic;
  std::uint32_t layout;
  std::uint32_t header_size;
  std::uint64_t limit;  ///< the segment never grows past this, in bytes
  std::array<SleeperWord, kEvents> sleepers;
  std::array<Word, kPages> directory;  ///< offsets of pages; 0: none yet
};

/// Where blocks begin: on the header's page, so that whoever wakes finds the sleepers and
/// the blocks of a first few endpoints on one.
constexpr std::uint64_t kFirstBlock = kEventArea + sizeof(Header);
static_assert(sizeof(Header) <= 4096 - 1024);

constexpr std::uint64_t kSmallestLimit = 1 << 20;
constexpr std::uint64_t kLargestLimit = std::uint64_t{1} << 34;  // what a peer may make us map

/// One message of a ring.
struct alignas(kLine) Entry {
  Word sequence;  ///< from 1; 0 while it holds no message
  Word offset;    ///< of the payload in the writer's segment
  Word size;      ///< of the payload, in bytes
  Word stamp;     ///< MessageHeader::source_timestamp
  Word expires;   ///< MessageHeader::expires
};

/// One word says where a ring is and how many entries it has, so that a reader
/// never sees the one without the other: offset in bytes (a multiple of 64) with
/// log2 of the entries in its low six bits.
constexpr std::uint32_t kMostRingBits = 16;
constexpr std::uint64_t kMostEntries = std::uint64_t{1} << kMostRingBits;
constexpr std::uint64_t ring_word(std::uint64_t offset, std::uint32_t bits) {
  return offset | bits;
}
constexpr std::uint64_t ring_offset(std::uint64_t word) { return word & ~std::uint64_t{63}; }
constexpr std::uint32_t ring_bits(std::uint64_t word) {
  return static_cast<std::uint32_t>(word & 63);
}

constexpr std::size_t kMostReaders = 64;  ///< of one publication
constexpr std::size_t kFirstReaders = 4;  ///< for whom its block has places; few have more

/// A reader that the publication has let in.
struct Member {
  Word ticket;  ///< ReaderBlock::ticket; that with all bits turned once it is ended; 0: nobody
  Word start;   ///< the first sequence that is for it, perhaps with kJoins; 0: not let in yet
  Word end;     ///< of one that is ended: the sequence before which it takes what there is
  Word stamp;   ///< of one that is ended: what is stamped so, or later, is the network's
};
/// The network serves the reader too, until it has taken something from the ring.
constexpr std::uint64_t kJoins = std::uint64_t{1} << 63;
constexpr std::uint64_t ended(std::uint64_t ticket) { return ~ticket; }

/// The places of the others.
struct alignas(kLine) MoreMembers {
  std::array<Member, kMostReaders - kFirstReaders> members;
};

constexpr std::uint64_t kRing = 0x7075'626c'6973'6801;
constexpr std::uint64_t kReader = 0x7265'6164'6572'0001;

/// A publisher's side, in its process's segment.
struct alignas(kLine) RingBlock {
  Word kind;                           ///< kRing until it is closed
  Word ring;                           ///< ring_word()
  Word more;                           ///< offset of MoreMembers; 0: nobody needed them yet
  alignas(kLine) Word next;            ///< the sequence that comes next
  Word first;                          ///< the oldest that may still be there
  std::atomic<std::uint32_t> waiting;  ///< its threads that sleep for room
  std::atomic<std::uint32_t> refuses;  ///< 1: nobody new is let in now
  alignas(kLine) std::array<Member, kFirstReaders> members;
};
static_assert(sizeof(RingBlock) == 4 * kLine);

/// Messages that a reader can hold where they are: as many as fill up eight lines.
constexpr std::size_t kClaims = 57;

/// A reader whose process naps (Segment::nap()) keeps at least so many messages. Its publisher ends
/// the nap when a quarter of what the reader keeps waits there.
constexpr std::uint64_t kLeastNapping = 64;

/// ReaderBlock::entrance.
constexpr std::uint32_t kWantsHistory = 1;
constexpr std::uint32_t kJoinsOnly = 2;  ///< it has handed on what the network brought

/// A subscription's side, in its process's segment. The first line is what a
/// publisher looks at for each message.
struct alignas(kLine) ReaderBlock {
  Word ticket;  ///< random, not 0; 0: the reader is gone and holds nothing
  Word cursor;  ///< it has taken, or given up, everything below
  std::atomic<std::uint32_t> claims_used;  ///< claims from here on were never used
  std::atomic<std::uint32_t> event;        ///< that its process sleeps on: Window::event()
  Word groups;                             ///< to be named there
  std::array<Word, kClaims> claims;        ///< sequences that are being read; 0: none
  Word kind;                               ///< kReader
  Word window;                             ///< messages that are kept for it, at most
  std::atomic<std::uint32_t> waited_for;   ///< 1: a publisher waits instead of dropping
  std::atomic<std::uint32_t> entrance;     ///< kWantsHistory, kJoinsOnly
};
static_assert(sizeof(ReaderBlock) == 8 * kLine);

}  // namespace ranvier::ring
