#include "ranvier/shm/reader_endpoint.h"

#include <algorithm>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/block_pool.h"
#include "ranvier/codec/cdr.h"
#include "ranvier/os/clock.h"
#include "ranvier/shm/came.h"
#include "ranvier/shm/kept.h"

namespace ranvier::shm {
namespace {

using Kind = EndpointEvent::Kind;
using codec::Decoder;
using codec::open_payload;

constexpr int kRound = 16;  // messages of a publisher, before others have their turn
// So many messages are held of a publisher, or as many as the QoS keeps: more are not due.
constexpr std::size_t kFewestHeld = 1000;

Error too_many_for_reader(const std::string& topic) {
  return {Code::kFull, "Subscription '" + topic + "': there are " + std::to_string(kMostEndpoints) +
                           " endpoints in this process already. It is reached over DDS alone."};
}

// Whoever decodes them checks it again.
RANVIER_HOT bool plain_cdr(const Bytes& bytes) noexcept {
  Decoder payload(nullptr, 0);
  return open_payload(bytes.data, bytes.size, payload);
}

}  // namespace

Result<std::shared_ptr<ReaderEndpoint>> ReaderEndpoint::open(ShmRuntime& runtime, PeerLink& peers,
                                                             const Endpoint& endpoint,
                                                             std::size_t keep_all_bound,
                                                             MessageSink& sink) {
  const std::optional<std::uint64_t> number = runtime.take_number();
  if (!number) return too_many_for_reader(endpoint.topic);
  return std::shared_ptr<ReaderEndpoint>(
      new ReaderEndpoint(runtime, *number, peers, endpoint, keep_all_bound, sink));
}

ReaderEndpoint::ReaderEndpoint(ShmRuntime& runtime, std::uint64_t number, PeerLink& peers,
                               const Endpoint& endpoint, std::size_t keep_all_bound,
                               MessageSink& sink)
    : runtime_(runtime),
      sink_(sink),
      type_(*endpoint.type),
      image_(*endpoint.type),
      keeps_all_(endpoint.qos.history == History::kKeepAll),
      counts_history_(endpoint.counts_history),
      patient_(endpoint.patient && !keeps_all_ && endpoint.qos.depth >= kLeastNapping),
      listing_(runtime, number),
      strand_number_(sink.strand_number()),
      topic_(endpoint.topic),
      qos_(endpoint.qos),
      bound_(keep_all_bound),
      matches_(runtime, peers),
      inlets_(std::max<std::size_t>(kFewestHeld, keeps_all_ ? bound_ : qos_.depth)) {}

std::string ReaderEndpoint::user_data() const {
  return to_user_data(address_of(runtime_.place(), runtime_.name(), listing_.number(), qos_));
}

void ReaderEndpoint::start(const Gid& gid) {
  Lock lock(serving_);
  gid_ = gid;
}

void ReaderEndpoint::end() {
  runtime_.remove(*this);
  if (serving_.held_here()) {  // the sink ends it: serve() clears
    ended_ = true;
    return;
  }
  Lock lock(serving_);
  ended_ = true;
  clear();
}

// So many rounds take all that it keeps, whatever comes meanwhile.
void ReaderEndpoint::catch_up() {
  const std::size_t kept = keeps_all_ ? bound_ : qos_.depth;
  runtime_.catch_up(*this, kept / kRound + 1);
}

void ReaderEndpoint::clear() {
  for (const ReaderPair& pair : pairs_) {
    if (pair.path == Path::kRing && !pair.done) end_ring(pair);
  }
  pairs_.clear();
  if (requests_) listing_.enter(0);
  requests_.reset();
}

// --- Serving ----------------------------------------------------------------------------

// The compiler puts into serve() what serve() alone calls: that stands first.

// Null if these bytes are no message of the type.
RANVIER_HOT_INLINE MessagePtr ReaderEndpoint::message_of(const Bytes& bytes,
                                                         BytesKeeper keeper) const {
  if (const void* object = image_.find(bytes)) {
    return Message::from_place(type_, object, keeper, false);
  }
  MessagePtr message = Message::from_bytes(type_, bytes, keeper);
  message->let_write(writable_of(keeper));
  if (!plain_cdr(bytes)) message.reset();
  return message;
}

RANVIER_HOT_INLINE MessagePtr ReaderEndpoint::message_of(const ReaderPair& pair,
                                                         Received&& received, std::int64_t now) {
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
  runtime_.round_cache().add(*pair.readers, sequence, message);
  return message;
}

RANVIER_HOT_INLINE void ReaderEndpoint::hand_on(ReaderPair& pair, Received&& received) {
  runtime_.count_taken();
  std::int64_t now = system_ns();
  if (received.expires() <= now) return;
  if (patient_) [[unlikely]]
    now = pair.last_received = came(received.source(), now, pair.last_received);
  // One that is patient shares none: its messages have times of their own.
  MessagePtr message;
  if (!patient_) message = runtime_.round_cache().find(pair.gid, received.sequence(), type_);
  if (!message) message = message_of(pair, std::move(received), now);
  if (message) {
    sink_.deliver(std::move(message));
  } else {
    sink_.on_event({Kind::kMessageLost, 1});
  }
}

// Asks the sink again after `stalled_` is set: either resume() sees that, or the sink has room.
bool ReaderEndpoint::room_or_stall() {
  if (sink_.has_room()) return true;
  stalled_.store(true, std::memory_order_seq_cst);
  if (!sink_.has_room()) return false;
  stalled_.store(false, std::memory_order_seq_cst);
  again_ = true;
  return true;
}

RANVIER_COLD void ReaderEndpoint::give_up_broken(ReaderPair& pair) {
  pair.leaving = true;
  runtime_.warn("Shared memory of a peer, '" + pair.window->name() +
                "': what a publisher wrote makes no sense. Nothing more is read from it.");
}

// Tells of what went by in the ring because it was more than the window.
RANVIER_COLD void ReaderEndpoint::tell_lost(ReaderPair& pair) {
  const std::uint64_t lost = pair.reader->lost();
  if (lost == pair.told_lost) return;
  sink_.on_event({Kind::kMessageLost, static_cast<int>(lost - pair.told_lost)});
  pair.told_lost = lost;
}

RANVIER_HOT_INLINE Pollable::Next ReaderEndpoint::take(ReaderPair& pair) {
  for (int i = 0; i < kRound && !ended_; ++i) {
    if (!pair.reader->pending()) {
      if (pair.reader->broken() && !pair.leaving) give_up_broken(pair);
      if (pair.reader->ended()) change(pair, PairEvent::kRingEnded);
      return Next::kWhenRung;
    }
    if (!room()) return Next::kWhenRung;
    std::optional<Received> received = pair.reader->take();
    if (counts_history_) [[unlikely]]
      tell_lost(pair);
    if (received) hand_on(pair, std::move(*received));
  }
  return Next::kNow;
}

// One step of a pair.
RANVIER_HOT_INLINE Pollable::Next ReaderEndpoint::move(ReaderPair& pair) {
  if (pair.path == Path::kSeeking) decide(pair);
  if (pair.path == Path::kRing && !pair.leaving && !pair.reader->accepted()) seek_again(pair);
  if (pair.path == Path::kRing) {
    const Next next = take(pair);
    if (next == Next::kNow || stalled_.load(std::memory_order_relaxed)) return next;
  }
  return pair.path == Path::kRing && !pair.leaving ? Next::kWhenRung : move_between(pair);
}

RANVIER_HOT Pollable::Next ReaderEndpoint::serve() {
  Lock lock(serving_);
  if (ended_) return Next::kWhenRung;
  again_ = false;
  if (stalled_.load(std::memory_order_relaxed)) stalled_.store(false, std::memory_order_seq_cst);
  if (matches_.any()) take_match_events();
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
