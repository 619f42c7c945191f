#include "ranvier/shm/subscription.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/base/block_pool.h"
#include "ranvier/base/trail.h"
#include "ranvier/os/clock.h"
#include "ranvier/shm/kept.h"
#include "rosidl_typesupport_ranvier/cdr.hpp"

namespace ranvier::shm {
namespace {

using Kind = EndpointEvent::Kind;
using rosidl_typesupport_ranvier::Decoder;
using rosidl_typesupport_ranvier::open_payload;

constexpr int kRound = 16;             // messages of a publisher, before others have their turn
constexpr std::size_t kMostHeld = 1000;  // while a publisher is about to be met

Error too_many(const std::string& topic) {
  return {Code::kFull, "Subscription '" + topic + "': there are " +
                           std::to_string(kMostEndpoints) +
                           " endpoints in this process already. It is reached over DDS alone."};
}

// Asked anew by whoever decodes it.
RANVIER_HOT_IN bool plain_cdr(const Bytes& bytes) noexcept {
  Decoder payload(nullptr, 0);
  return open_payload(bytes.data, bytes.size, payload);
}

}  // namespace

Result<std::shared_ptr<Subscription>> Subscription::open(Host& host, PeerNotes& notes,
                                                         const Endpoint& endpoint,
                                                         std::size_t keep_all_bound,
                                                         MessageSink& sink) {
  const std::optional<std::uint64_t> number = host.take_number();
  if (!number) return too_many(endpoint.topic);
  return std::shared_ptr<Subscription>(
      new Subscription(host, *number, notes, endpoint, keep_all_bound, sink));
}

Subscription::Subscription(Host& host, std::uint64_t number, PeerNotes& notes,
                           const Endpoint& endpoint, std::size_t keep_all_bound,
                           MessageSink& sink)
    : host_(host),
      sink_(sink),
      type_(*endpoint.type),
      image_(*endpoint.type),
      keeps_all_(endpoint.qos.history == History::kKeepAll),
      listing_(host, number),
      notes_(notes),
      qos_(endpoint.qos),
      bound_(keep_all_bound) {}

std::string Subscription::note() const {
  return to_note(address_of(host_.place(), host_.name(), listing_.number(), qos_));
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

// --- What the network brings -------------------------------------------------------

bool Subscription::wants(const Gid& publisher) noexcept {
  std::lock_guard lock(inlets_mutex_);
  const auto inlet = inlets_.find(publisher);
  return inlet == inlets_.end() || inlet->second.way != Way::kHere;
}

void Subscription::deliver(MessagePtr message) noexcept {
  MessagePtr dropped;  // goes without the lock
  {
    std::lock_guard lock(inlets_mutex_);
    const auto found = inlets_.find(message->header().publisher);
    if (found != inlets_.end() && found->second.way != Way::kOverNetwork) {
      Inlet& inlet = found->second;
      dropped = std::move(message);
      if (inlet.way == Way::kHere) return;
      inlet.held.push_back(std::move(dropped));
      if (inlet.held.size() <= kMostHeld) return;
      ++inlet.dropped;
      dropped = std::move(inlet.held.front());
      inlet.held.pop_front();
      return;
    }
  }
  sink_.deliver(std::move(message));
}

void Subscription::on_event(const EndpointEvent& event) noexcept {
  if (event.kind != Kind::kMatched) return sink_.on_event(event);
  if (note_news(event)) return host_.serve_soon(groups());
  if (event.change > 0) {
    matched_.fetch_add(1);
  } else {
    matched_.fetch_sub(1);
  }
  sink_.on_event(event);
}

// False for a publisher that is the network's alone. The network tells of a match
// before it brings a message of it: from here on those are held.
bool Subscription::note_news(const EndpointEvent& event) {
  if (event.change > 0) {
    const std::optional<PeerNotes::Peer> peer = notes_.find(event.peer);
    const std::optional<Address> at = peer ? parse_note(peer->note) : std::nullopt;
    if (!at || !host_.can_meet(*at) || !host_.start()) return false;
    std::lock_guard lock(inlets_mutex_);
    inlets_[peer->gid] = {};
    able_[event.peer] = peer->gid;
    news_.push_back({true, event.peer, peer->gid, *at});
    any_news_.store(true, std::memory_order_release);
    return true;
  }
  std::lock_guard lock(inlets_mutex_);
  const auto able = able_.find(event.peer);
  if (able == able_.end()) return false;
  news_.push_back({false, event.peer, able->second, {}});
  any_news_.store(true, std::memory_order_release);
  able_.erase(able);
  return true;
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

RANVIER_COLD void Subscription::leave_trail() const noexcept {
  Trail::pass_table(static_cast<const Served*>(this));
  Trail::pass_to(this, &listing_);
}

// What taking the next message of this pair touches.
RANVIER_COLD void Subscription::leave_trail(const Met& pair) noexcept {
  Trail::pass(pair);
  Trail::pass_begin(pair.readers);
  Trail::pass_begin(&BlockPool::process());
  pair.receiver->leave_trail();
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
      return Next::kWhenRung;
    }
    if (!room()) return Next::kWhenRung;
    std::optional<Received> received = pair.receiver->take();
    if (i == 0 && Trail::noting()) leave_trail(pair);
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
  if (pair.way == Way::kFalling && hand_on_held(pair.gid)) pair.way = Way::kOverNetwork;
  if (ended_) return Next::kWhenRung;
  if (pair.leaving) return leave(pair);
  return pair.way == Way::kHeld ? Next::kSoon : Next::kWhenRung;
}

RANVIER_HOT_IN Served::Next Subscription::serve() {
  Lock lock(serving_);
  if (ended_) return Next::kWhenRung;
  if (Trail::noting()) leave_trail();
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

RANVIER_COLD void Subscription::drop_done() {
  std::erase_if(pairs_, [](const Met& pair) { return pair.done; });
}

RANVIER_COLD void Subscription::take_news() {
  std::vector<News> news;
  {
    std::lock_guard lock(inlets_mutex_);
    news.swap(news_);
    any_news_.store(false, std::memory_order_relaxed);
  }
  for (const News& one : news) {
    if (one.came) {
      begin(one);
      continue;
    }
    const auto gone = std::find_if(pairs_.begin(), pairs_.end(), [&](const Met& pair) {
      return pair.peer == one.peer && !pair.leaving;
    });
    if (gone == pairs_.end()) {
      forget(one.gid);
    } else {
      gone->leaving = true;
    }
  }
}

void Subscription::begin(const News& news) {
  make_wishes();
  for (Met& before : pairs_) {  // it went, and came again
    if (before.gid != news.gid) continue;
    if (before.wish) wishes_->withdraw(*std::exchange(before.wish, {}));
    if (before.way != Way::kHere) before.way = Way::kOverNetwork;  // what is held is the new one's
  }
  Met pair;
  pair.peer = news.peer;
  pair.gid = news.gid;
  pair.at = news.at;
  std::string().swap(pair.at.place);  // it is ours
  pairs_.push_back(std::move(pair));
  seek(pairs_.back());
}

// The publisher lost us for a while, and we did not lose it.
void Subscription::seek_again(Met& pair) {
  {
    std::lock_guard lock(inlets_mutex_);
    inlets_[pair.gid].way = Way::kHeld;
  }
  pair.way = Way::kHeld;
  pair.patience = {};
  host_.recent().leave(pair.gid);
  pair.receiver.reset();
  if (pair.wish) wishes_->withdraw(*std::exchange(pair.wish, {}));
  seek(pair);
}

// What fails is for good: publishers see that.
void Subscription::make_wishes() {
  if (std::exchange(made_, true)) return;
  host_.let_executors_watch();
  Result<std::unique_ptr<Wishes>> wishes = Wishes::open(host_.segment());
  if (!wishes) {
    host_.warn(wishes.error().what);
    return listing_.enter(kNowhere);
  }
  wishes_ = std::move(*wishes);
  wishes_->set_owner(gid_);
  listing_.enter(wishes_->where());
}

// Tells the publisher where it is to be met, or that it is not, once there is anything
// of it: when it is there it rings, if it could find us.
void Subscription::seek(Met& pair) {
  std::uint64_t where = 0;
  if (wishes_ && !look_for(pair, where)) return;
  if (!wishes_ || wishes_->overflowed() || !open_receiver(pair, where)) {
    return leave_to_network(pair);
  }
  pair.window->bell(Segment::kHostBell).ring();
}

// False if there is nothing of the publisher yet; else where it is, which may be nowhere.
bool Subscription::look_for(Met& pair, std::uint64_t& where) {
  const bool waits = !pair.patience.over();
  if (!pair.window) {
    const Host::Sight sight = host_.look_for(pair.at.segment);
    if (sight.kind == Host::Sight::Kind::kNotYet && waits) return false;
    pair.window = sight.window;
    if (pair.window) std::string().swap(pair.at.segment);  // the window has its name
  }
  where = pair.window ? pair.window->find(pair.at.number) : kNowhere;
  return where != 0 || !waits;
}

bool Subscription::open_receiver(Met& pair, std::uint64_t where) {
  if (where == 0 || where == kNowhere) return false;
  const Address own = address_of({}, {}, 0, qos_);
  Receiver::Options options;
  options.window = keeps_all_ ? bound_ : qos_.depth;
  options.waited_for = own.keeps_all && pair.at.keeps_all;
  options.wants_history = own.keeps_past && pair.at.keeps_past;
  options.bell = Segment::kHostBell;
  options.groups = groups();
  Result<std::unique_ptr<Receiver>> receiver =
      Receiver::open(host_.segment(), pair.window, where, options);
  if (!receiver) return false;
  pair.wish = wishes_->add(pair.gid, (*receiver)->where());
  if (!pair.wish) return false;
  pair.receiver = std::move(*receiver);
  return true;
}

// All that the publisher left has been handed on, or is so now.
Served::Next Subscription::leave(Met& pair) {
  if (pair.way == Way::kFalling) return Next::kWhenRung;  // no room: resume() rings
  if (pair.way == Way::kHeld && !nothing_held(pair.gid)) {
    leave_to_network(pair);  // never met, and the network has brought something
    return Next::kNow;
  }
  finish(pair);
  return Next::kWhenRung;
}

void Subscription::look(Met& pair) {
  if (!pair.receiver) return seek(pair);
  if (pair.receiver->accepted()) return met(pair);
  if (pair.receiver->refused()) leave_to_network(pair);
}

void Subscription::met(Met& pair) {
  std::list<MessagePtr> dropped;  // goes without the lock
  {
    std::lock_guard lock(inlets_mutex_);
    Inlet& inlet = inlets_[pair.gid];
    inlet.way = Way::kHere;
    inlet.dropped = 0;
    dropped.swap(inlet.held);
  }
  pair.way = Way::kHere;
  pair.readers = &host_.recent().join(pair.gid);
  tell(pair, true);
}

void Subscription::leave_to_network(Met& pair) {
  pair.receiver.reset();
  if (pair.wish) wishes_->withdraw(*pair.wish);
  if (wishes_) pair.wish = wishes_->add(pair.gid, 0);
  if (pair.window) pair.window->bell(Segment::kHostBell).ring();
  pair.way = Way::kFalling;
  tell(pair, true);
}

// False if the sink has no room for all of it. One thread hands on, so order holds.
bool Subscription::hand_on_held(const Gid& publisher) {
  while (!ended_) {
    if (!room()) return false;
    MessagePtr first;
    int dropped = 0;
    {
      std::lock_guard lock(inlets_mutex_);
      Inlet& inlet = inlets_[publisher];
      dropped = std::exchange(inlet.dropped, 0);
      if (inlet.held.empty()) {
        inlet.way = Way::kOverNetwork;
        return true;
      }
      first = std::move(inlet.held.front());
      inlet.held.pop_front();
    }
    if (dropped > 0) sink_.on_event({Kind::kMessageLost, dropped});
    sink_.deliver(std::move(first));
  }
  return false;
}

void Subscription::finish(Met& pair) {
  if (pair.way == Way::kHere) host_.recent().leave(pair.gid);
  if (pair.wish) wishes_->withdraw(*pair.wish);
  pair.receiver.reset();
  pair.done = true;
  forget(pair.gid);
  tell(pair, false);
}

bool Subscription::nothing_held(const Gid& publisher) {
  std::lock_guard lock(inlets_mutex_);
  return inlets_[publisher].held.empty();
}

// Unless it has come again.
void Subscription::forget(const Gid& publisher) {
  std::lock_guard lock(inlets_mutex_);
  for (const auto& [peer, gid] : able_) {
    if (gid == publisher) return;
  }
  inlets_.erase(publisher);
}

void Subscription::tell(Met& pair, bool there) {
  if (pair.told == there) return;
  pair.told = there;
  matched_.fetch_add(there ? 1 : -1);
  if (!ended_) sink_.on_event({Kind::kMatched, there ? 1 : -1});
}

}  // namespace ranvier::shm
