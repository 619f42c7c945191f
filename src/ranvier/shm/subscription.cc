#include "ranvier/shm/subscription.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/block_pool.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/os/clock.h"
#include "ranvier/shm/kept.h"

namespace ranvier::shm {
namespace {

using Kind = EndpointEvent::Kind;
using codec::Decoder;
using codec::open_payload;

constexpr int kRound = 16;  // messages of a publisher, before others have their turn
// What is held of a publisher may be this much, and as much as its QoS keeps: no more is due.
constexpr std::size_t kFewestHeld = 1000;

Error too_many(const std::string& topic) {
  return {Code::kFull, "Subscription '" + topic + "': there are " +
                           std::to_string(kMostEndpoints) +
                           " endpoints in this process already. It is reached over DDS alone."};
}

// Asked anew by whoever decodes it.
RANVIER_HOT bool plain_cdr(const Bytes& bytes) noexcept {
  Decoder payload(nullptr, 0);
  return open_payload(bytes.data, bytes.size, payload);
}

}  // namespace

Result<std::shared_ptr<Subscription>> Subscription::open(Host& host, PeerLink& peers,
                                                         const Endpoint& endpoint,
                                                         std::size_t keep_all_bound,
                                                         MessageSink& sink) {
  const std::optional<std::uint64_t> number = host.take_number();
  if (!number) return too_many(endpoint.topic);
  return std::shared_ptr<Subscription>(
      new Subscription(host, *number, peers, endpoint, keep_all_bound, sink));
}

Subscription::Subscription(Host& host, std::uint64_t number, PeerLink& peers,
                           const Endpoint& endpoint, std::size_t keep_all_bound,
                           MessageSink& sink)
    : host_(host),
      sink_(sink),
      type_(*endpoint.type),
      image_(*endpoint.type),
      keeps_all_(endpoint.qos.history == History::kKeepAll),
      listing_(host, number),
      peers_(peers),
      topic_(endpoint.topic),
      qos_(endpoint.qos),
      bound_(keep_all_bound),
      most_held_(std::max<std::size_t>(kFewestHeld, keeps_all_ ? bound_ : qos_.depth)) {}

std::string Subscription::user_data() const {
  return to_user_data(address_of(host_.place(), host_.name(), listing_.number(), qos_));
}

void Subscription::start(const Gid& gid) {
  std::lock_guard lock(serving_);
  gid_ = gid;
}

void Subscription::end() {
  host_.remove(*this);
  if (serving_.held_here()) {  // the sink ends it: serve() clears
    ended_ = true;
    return;
  }
  std::lock_guard lock(serving_);
  ended_ = true;
  clear();
}

void Subscription::clear() {
  for (const Met& pair : pairs_) {
    if (pair.way == Way::kHere && !pair.done) host_.recent().leave(pair.gid);
  }
  pairs_.clear();
  if (wishes_) listing_.enter(0);
  wishes_.reset();
}

// --- Serving ----------------------------------------------------------------------------

// To the compiler serve() is one function with those that it alone leads to: they come first.

// Null if these bytes are none of the type's.
RANVIER_HOT_INLINE MessagePtr Subscription::message_of(const Bytes& bytes,
                                                       BytesKeeper keeper) const {
  if (const void* object = image_.find(bytes)) {
    return Message::from_place(type_, object, keeper, false);
  }
  MessagePtr message = Message::from_bytes(type_, bytes, keeper);
  if (!plain_cdr(bytes)) message.reset();
  return message;
}

RANVIER_HOT_INLINE MessagePtr Subscription::message_of(const Met& pair, Received&& received,
                                                       std::int64_t now) {
  const std::uint64_t sequence = received.sequence();
  MessageHeader header;
  header.source_timestamp = received.source();
  header.received_timestamp = now;
  header.publisher = pair.gid;
  header.expires = received.expires();
  BytesKeeper keeper{};
  const Bytes bytes = keep(std::move(received), keeper);
  MessagePtr message = message_of(bytes, keeper);
  if (!message) return {};
  message->header() = header;
  host_.recent().add(*pair.readers, sequence, message);
  return message;
}

RANVIER_HOT_INLINE void Subscription::hand_on(const Met& pair, Received&& received) {
  host_.count_taken();
  const std::int64_t now = system_ns();
  if (received.expires() <= now) return;
  MessagePtr message = host_.recent().find(pair.gid, received.sequence(), type_);
  if (!message) message = message_of(pair, std::move(received), now);
  if (message) {
    sink_.deliver(std::move(message));
  } else {
    sink_.on_event({Kind::kMessageLost, 1});
  }
}

// The sink is asked again once resume() will ring: one of the two sees the other.
bool Subscription::room_or_stall() {
  if (sink_.has_room()) return true;
  stalled_.store(true, std::memory_order_seq_cst);
  if (!sink_.has_room()) return false;
  stalled_.store(false, std::memory_order_seq_cst);
  again_ = true;
  return true;
}

RANVIER_COLD void Subscription::give_up_broken(Met& pair) {
  pair.leaving = true;
  host_.warn("Shared memory of a peer, '" + pair.window->name() +
             "': what a publisher wrote makes no sense. It is not heard any more.");
}

RANVIER_HOT_INLINE Served::Next Subscription::take(Met& pair) {
  for (int i = 0; i < kRound && !ended_; ++i) {
    if (!pair.receiver->pending()) {
      if (pair.receiver->broken() && !pair.leaving) give_up_broken(pair);
      if (pair.receiver->ended()) end_ring(pair);
      return Next::kWhenRung;
    }
    if (!room()) return Next::kWhenRung;
    std::optional<Received> received = pair.receiver->take();
    if (received) hand_on(pair, std::move(*received));
  }
  return Next::kNow;
}

// One step of a pair.
RANVIER_HOT_INLINE Served::Next Subscription::move(Met& pair) {
  if (pair.way == Way::kHeld) look(pair);
  if (pair.way == Way::kHere && !pair.leaving && !pair.receiver->accepted()) seek_again(pair);
  if (pair.way == Way::kHere) {
    const Next next = take(pair);
    if (next == Next::kNow || stalled_.load(std::memory_order_relaxed)) return next;
  }
  return pair.way == Way::kHere && !pair.leaving ? Next::kWhenRung : move_between(pair);
}

RANVIER_HOT Served::Next Subscription::serve() {
  Lock lock(serving_);
  if (ended_) return Next::kWhenRung;
  again_ = false;
  if (stalled_.load(std::memory_order_relaxed)) stalled_.store(false, std::memory_order_seq_cst);
  if (any_news_.load(std::memory_order_acquire)) take_news();
  Next next = Next::kWhenRung;
  bool done = false;
  for (std::size_t i = 0; i < pairs_.size() && !ended_; ++i) {
    next = std::max(next, move(pairs_[i]));
    done = done || pairs_[i].done;
  }
  if (done) drop_done();
  if (ended_) clear();
  return again_ ? Next::kNow : next;
}

}  // namespace ranvier::shm
