#include "ranvier/ring/ring_reader.h"

#include <sys/random.h>

#include <cstring>
#include <new>

#include "ranvier/base/annotations.h"
#include "ranvier/base/prefetch.h"
#include "ranvier/ring/ring_reader_core.h"

namespace ranvier::ring {
namespace {

// A publisher that is faster than we are overtakes a few times; one that means
// harm must not keep us for ever. take() is called again anyway.
constexpr int kTries = 64;

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
  if (core_) core_->end_claim(claim_, held_);
}

std::byte* Received::writable(PrivatePages& pages) const noexcept {
  if (!core_) return const_cast<std::byte*>(data_);
  return core_->map_private(data_, size_, pages);
}

RingReader::RingReader(Ref<RingReaderCore> core) : core_(std::move(core)) {}

Result<std::unique_ptr<RingReader>> RingReader::open(Ref<Segment> own, Ref<Window> peer,
                                                     std::uint64_t where, const Options& options) {
  const auto* publication = peer->at<RingBlock>(where);
  if (publication == nullptr || publication->kind.load(std::memory_order_acquire) != kRing) {
    return Error{Code::kNotFound, "Shared memory of a peer, '" + peer->name() +
                                      "': there is no publisher where one was announced. It was "
                                      "closed, or the peer is broken."};
  }
  const Result<Block> block = own->take<ReaderBlock>();
  if (!block) return block.error();
  return std::unique_ptr<RingReader>(new RingReader(make_ref<RingReaderCore>(
      std::move(own), std::move(peer), *publication, *block, new_ticket(), options)));
}

RingReader::~RingReader() { core_->close(); }

std::uint64_t RingReader::where() const noexcept { return core_->where(); }
RANVIER_HOT bool RingReader::accepted() noexcept {
  core_->expect_next();
  return core_->accept();
}
bool RingReader::refused() noexcept { return core_->refuses() && !core_->accept(); }
bool RingReader::stop_waiting() noexcept { return core_->stop_waiting(); }
bool RingReader::joins() const noexcept { return core_->joins(); }
bool RingReader::holds(std::int64_t stamp) const noexcept { return core_->holds(stamp); }
bool RingReader::ended() const noexcept { return core_->ended(); }
bool RingReader::over_network(std::int64_t stamp) const noexcept {
  return stamp >= core_->end_stamp();
}
RingReader::Standing RingReader::standing() const noexcept { return core_->standing(); }
std::uint64_t RingReader::lost() const noexcept { return core_->lost(); }
bool RingReader::closed() const noexcept { return core_->closed(); }
bool RingReader::broken() const noexcept { return core_->broken(); }

RANVIER_HOT bool RingReader::pending() noexcept {
  return core_->accept() && !core_->broken() && core_->cursor() < core_->next();
}

// So much is held that the rest is copied, and the publisher gets its memory back.
RANVIER_COLD bool RingReader::copy(Received& message) {
  const std::size_t begin = Received::begin_of_copy(message.data_);
  message.copy_.reset(new (std::nothrow) std::byte[begin + message.size_]);
  if (!message.copy_) return false;
  std::memcpy(message.copy_.get() + begin, message.data_, message.size_);
  message.data_ = message.copy_.get() + begin;
  message.core_->end_claim(message.claim_, 0);
  message.core_ = {};
  return true;
}

// False if the entry holds another message by now. Else that is the end of it, also if
// nothing is taken.
RANVIER_HOT_INLINE bool RingReader::take_from(const Entry& entry, std::optional<Received>& taken) {
  const std::uint64_t sequence = core_->cursor();
  if (entry.sequence.load(std::memory_order_acquire) != sequence) return false;
  const std::uint64_t offset = entry.offset.load(std::memory_order_acquire);
  const std::uint64_t size = entry.size.load(std::memory_order_acquire);
  const std::uint64_t stamp = entry.stamp.load(std::memory_order_acquire);
  const std::uint64_t expires = entry.expires.load(std::memory_order_acquire);
  const std::uint32_t picked = core_->pick_claim();
  const bool all_held = picked == RingReaderCore::kNoClaim;
  const std::uint32_t held_by = all_held ? RingReaderCore::kCopyClaim : picked;
  if (!claim(entry.sequence, core_->claim_word(held_by), sequence)) {
    if (!all_held) core_->give_claim(held_by);
    return false;
  }
  // Only now is it known that all these numbers are of one message.
  Received& message = taken.emplace();
  message.core_ = core_;  // ends the claim, whatever comes
  message.claim_ = held_by;
  message.sequence_ = sequence;
  message.size_ = size;
  message.source_ = static_cast<std::int64_t>(stamp);
  message.expires_ = static_cast<std::int64_t>(expires);
  message.data_ = core_->payload(offset, size);
  if (message.data_ == nullptr) {
    core_->set_broken();
    taken.reset();
    return true;
  }
  prefetch(message.data_);  // what is made of it looks at its head first
  core_->advance();
  if (!all_held && core_->hold(size)) {
    message.held_ = size;
  } else if (!copy(message)) {
    taken.reset();
  }
  return true;
}

RANVIER_HOT std::optional<Received> RingReader::take() {
  std::optional<Received> taken;  // all return it: it is made where the caller wants it
  if (!core_->accept() || core_->broken()) return taken;
  for (int tries = 0; tries < kTries; ++tries) {
    const std::uint64_t next = core_->next();
    if (core_->cursor() >= next) return taken;
    core_->keep_to_window(next);
    const std::uint64_t ring = core_->ring();
    const Entry* entry = core_->find(ring);
    if (entry == nullptr) {
      core_->set_broken();
      return taken;
    }
    if (take_from(*entry, taken)) return taken;
    // It was dropped, unless the ring has moved meanwhile.
    if (core_->ring() == ring) core_->skip_dropped(next);
  }
  return taken;
}

}  // namespace ranvier::ring
