#include "ranvier/shm/attach_requests.h"

#include <cstring>

namespace ranvier::shm {
namespace {

// No two attach requests of a process have the same, whatever block they are in: blocks
// are used again.
std::uint64_t next_number() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

std::array<std::uint64_t, 2> words_of(const Gid& gid) noexcept {
  std::array<std::uint64_t, 2> words;
  static_assert(sizeof words == sizeof gid.bytes);
  std::memcpy(words.data(), gid.bytes.data(), sizeof words);
  return words;
}

void store(std::array<Word, 2>& to, const Gid& gid) noexcept {
  const auto words = words_of(gid);
  to[0].store(words[0], std::memory_order_release);
  to[1].store(words[1], std::memory_order_release);
}

bool equal(const std::array<Word, 2>& words, const Gid& gid) noexcept {
  const auto wanted = words_of(gid);
  return words[0].load(std::memory_order_acquire) == wanted[0] &&
         words[1].load(std::memory_order_acquire) == wanted[1];
}

// Null if the block says of no such place.
const AttachRequest* request_at(const Window& peer, const SubscriptionBlock& block,
                                std::size_t place) noexcept {
  if (place < kFirstRequests) return &block.requests[place];
  const auto* more = peer.at<MoreRequests>(block.more.load(std::memory_order_seq_cst));
  return more ? &more->requests[place - kFirstRequests] : nullptr;
}

}  // namespace

Result<std::unique_ptr<AttachRequests>> AttachRequests::open(Ref<Segment> segment) {
  Block where;
  const Result<SubscriptionBlock*> block = segment->make<SubscriptionBlock>(where);
  if (!block) return block.error();
  (*block)->kind.store(kSubscription, std::memory_order_release);
  return std::unique_ptr<AttachRequests>(new AttachRequests(std::move(segment), where, **block));
}

AttachRequests::~AttachRequests() {
  if (!segment_->ours()) return;
  for (std::size_t place = 0; place < places(); ++place) withdraw(place);
  block_.kind.store(0, std::memory_order_seq_cst);
  if (more_) segment_->give(more_where_);
  segment_->give(where_);
}

void AttachRequests::set_owner(const Gid& subscription) noexcept {
  store(block_.owner, subscription);
}

std::optional<std::size_t> AttachRequests::add(const Gid& publisher,
                                               std::uint64_t reader) noexcept {
  const std::optional<std::size_t> place = free_place();
  if (!place) {
    block_.others_over_dds.store(1, std::memory_order_seq_cst);
    return std::nullopt;
  }
  AttachRequest& request = at(*place);
  store(request.publisher, publisher);
  request.reader.store(reader, std::memory_order_release);
  request.number.store(next_number(), std::memory_order_seq_cst);
  return place;
}

std::optional<std::size_t> AttachRequests::free_place() noexcept {
  for (std::size_t place = 0; place < places(); ++place) {
    if (at(place).number.load(std::memory_order_relaxed) == 0) return place;
  }
  if (!make_more()) return std::nullopt;
  return kFirstRequests;
}

// False if they are there already, or there is no memory for them.
bool AttachRequests::make_more() noexcept {
  if (more_) return false;
  const Result<MoreRequests*> made = segment_->make<MoreRequests>(more_where_);
  if (!made) return false;
  more_ = *made;
  block_.more.store(more_where_.offset, std::memory_order_seq_cst);
  return true;
}

// Who had no place tries again, and says so itself if there is none.
void AttachRequests::withdraw(std::size_t place) noexcept {
  at(place).number.store(0, std::memory_order_seq_cst);
  block_.others_over_dds.store(0, std::memory_order_seq_cst);
}

// A attach request whose number is the same before and after is the one that it says: each
// has another number, and it is 0 while the words change.
FoundRequest find_request(const Window& peer, std::uint64_t where, const Gid& subscription,
                          const Gid& publisher) noexcept {
  const auto* block = peer.at<SubscriptionBlock>(where);
  if (block == nullptr || block->kind.load(std::memory_order_acquire) != kSubscription) return {};
  if (!equal(block->owner, subscription)) return {};
  // Before the attach requests: whoever has one made it before this was said.
  const bool others_over_dds = block->others_over_dds.load(std::memory_order_seq_cst) != 0;
  for (std::size_t place = 0; place < kMostRequests; ++place) {
    const AttachRequest* request = request_at(peer, *block, place);
    if (request == nullptr) break;
    const std::uint64_t number = request->number.load(std::memory_order_seq_cst);
    if (number == 0 || !equal(request->publisher, publisher)) continue;
    const std::uint64_t reader = request->reader.load(std::memory_order_acquire);
    if (request->number.load(std::memory_order_seq_cst) != number) continue;
    return {reader == 0 ? FoundRequest::Kind::kOverDds : FoundRequest::Kind::kReader, reader, place,
            number};
  }
  return {others_over_dds ? FoundRequest::Kind::kOverDds : FoundRequest::Kind::kNone};
}

bool still_there(const Window& peer, std::uint64_t where, const FoundRequest& request) noexcept {
  const auto* block = peer.at<SubscriptionBlock>(where);
  if (block == nullptr || block->kind.load(std::memory_order_acquire) != kSubscription)
    return false;
  const AttachRequest* at = request_at(peer, *block, request.place);
  return at != nullptr && at->number.load(std::memory_order_seq_cst) == request.number;
}

}  // namespace ranvier::shm
