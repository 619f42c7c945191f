// How a subscription meets publishers in shared memory, and loses them.
#include <algorithm>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/shm/reader_endpoint.h"

namespace ranvier::shm {

using Kind = EndpointEvent::Kind;

constexpr std::size_t kEnoughHeld = 250;  // of a publisher that is about to be met

// --- What the network brings -------------------------------------------------------

// Whether what comes now is neither to be dropped nor to be handed on at once. Whoever gave
// the network something that is not in the ring said so in shared memory before.
bool ReaderEndpoint::is_held(const Inlet& inlet) noexcept {
  using Standing = RingReader::Standing;
  if (inlet.path == Path::kHere) return inlet.ring_reader->standing() == Standing::kEnded;
  if (inlet.path != Path::kOverNetwork) return true;
  return !inlet.held.empty() ||
         (inlet.ring_reader != nullptr && inlet.ring_reader->standing() != Standing::kOut);
}

bool ReaderEndpoint::wants(const Gid& publisher) noexcept {
  std::lock_guard lock(inlets_mutex_);
  const auto inlet = inlets_.find(publisher);
  return inlet == inlets_.end() || inlet->second.path != Path::kHere || is_held(inlet->second);
}

void ReaderEndpoint::deliver(MessagePtr message) noexcept {
  MessagePtr dropped;  // goes without the lock
  {
    std::lock_guard lock(inlets_mutex_);
    const auto found = inlets_.find(message->header().publisher);
    const bool known = found != inlets_.end();
    if (known && is_held(found->second)) {
      dropped = hold(found->second, std::move(message));
    } else if (known && found->second.path == Path::kHere) {
      dropped = std::move(message);
    }
  }
  if (message) sink_.deliver(std::move(message));
}

// What is to be dropped for it, if anything. Of what is but held until a pair has met, who
// serves hears by itself.
MessagePtr ReaderEndpoint::hold(Inlet& inlet, MessagePtr message) {
  inlet.held.push_back(std::move(message));
  const bool known = inlet.path != Path::kHeld || inlet.held.size() == kEnoughHeld;
  if (known) runtime_.serve_soon(groups());
  if (inlet.held.size() <= most_held_) return {};
  ++inlet.dropped;
  MessagePtr first = std::move(inlet.held.front());
  inlet.held.pop_front();
  return first;
}

void ReaderEndpoint::on_event(const EndpointEvent& event) noexcept {
  if (event.kind != Kind::kMatched) return sink_.on_event(event);
  if (note_match(event)) return runtime_.serve_soon(groups());
  if (event.change > 0) {
    matched_.fetch_add(1);
  } else {
    matched_.fetch_sub(1);
  }
  sink_.on_event(event);
}

// False for a publisher that is the network's alone. The network tells of a match
// before it brings a message of it: from here on those are held.
bool ReaderEndpoint::note_match(const EndpointEvent& event) {
  if (event.change > 0) {
    const std::optional<PeerLink::Peer> peer = peers_.find(event.peer);
    const std::optional<Address> at = peer ? parse_user_data(peer->user_data) : std::nullopt;
    if (!at || !runtime_.can_meet(*at) || !runtime_.start()) return false;
    std::lock_guard lock(inlets_mutex_);
    inlets_[peer->gid] = {};
    able_[event.peer] = peer->gid;
    match_events_.push_back({true, event.peer, peer->gid, *at});
    any_match_events_.store(true, std::memory_order_release);
    return true;
  }
  std::lock_guard lock(inlets_mutex_);
  const auto able = able_.find(event.peer);
  if (able == able_.end()) return false;
  match_events_.push_back({false, event.peer, able->second, {}});
  any_match_events_.store(true, std::memory_order_release);
  able_.erase(able);
  return true;
}

// --- Meeting -----------------------------------------------------------------------

RANVIER_COLD void ReaderEndpoint::drop_done() {
  std::erase_if(pairs_, [](const Pair& pair) { return pair.done; });
}

RANVIER_COLD void ReaderEndpoint::take_match_events() {
  std::vector<MatchEvent> events;
  {
    std::lock_guard lock(inlets_mutex_);
    events.swap(match_events_);
    any_match_events_.store(false, std::memory_order_relaxed);
  }
  for (const MatchEvent& one : events) {
    if (one.came) {
      begin(one);
      continue;
    }
    const auto gone = std::find_if(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
      return pair.peer == one.peer && !pair.leaving;
    });
    if (gone == pairs_.end()) {
      forget(one.gid);
    } else {
      gone->leaving = true;
    }
  }
}

void ReaderEndpoint::begin(const MatchEvent& events) {
  make_requests();
  for (Pair& before : pairs_) {  // it went, and came again
    if (before.gid != events.gid) continue;
    if (before.request) requests_->withdraw(*std::exchange(before.request, {}));
    if (before.path != Path::kHere)
      before.path = Path::kOverNetwork;  // what is held is the new one's
    before.replaced = true;
  }
  Pair pair;
  pair.peer = events.peer;
  pair.gid = events.gid;
  pair.at = events.at;
  pair.patience = Timeout(runtime_.patience());
  std::string().swap(pair.at.place);  // it is ours
  pairs_.push_back(std::move(pair));
  seek(pairs_.back());
}

// The publisher lost us for a while, and we did not lose it.
void ReaderEndpoint::seek_again(Pair& pair) {
  set_path(pair, Path::kHeld);
  pair.patience = Timeout(runtime_.patience());
  runtime_.round_cache().leave(pair.gid);
  drop_ring_reader(pair);
  seek(pair);
}

void ReaderEndpoint::set_path(Pair& pair, Path path) {
  std::lock_guard lock(inlets_mutex_);
  const auto inlet = inlets_.find(pair.gid);
  if (inlet != inlets_.end() && !pair.replaced) inlet->second.path = path;
  pair.path = path;
}

void ReaderEndpoint::drop_ring_reader(Pair& pair) {
  {
    std::lock_guard lock(inlets_mutex_);
    const auto inlet = inlets_.find(pair.gid);
    const bool its = inlet != inlets_.end() && inlet->second.ring_reader == pair.ring_reader.get();
    if (its) inlet->second.ring_reader = nullptr;
  }
  pair.ring_reader.reset();
  if (pair.request && requests_) requests_->withdraw(*std::exchange(pair.request, {}));
}

// What fails publishers see, and the next try may mend.
void ReaderEndpoint::make_requests() {
  if (requests_) return;
  runtime_.let_executors_watch();
  Result<std::unique_ptr<AttachRequests>> requests = AttachRequests::open(runtime_.segment());
  if (!requests) {
    if (!std::exchange(said_, true)) {
      runtime_.warn("Subscription '" + topic_ + "': " + requests.error().what +
                    " Publishers of this host are heard over DDS until it does.");
    }
    return listing_.enter(kNowhere);
  }
  requests_ = std::move(*requests);
  requests_->set_owner(gid_);
  listing_.enter(requests_->where());
}

// Tells the publisher where it is to be met, or that it is not, once there is anything
// of it: when it is there it rings, if it could find us.
void ReaderEndpoint::seek(Pair& pair) {
  std::uint64_t where = 0;
  if (requests_ && !look_for(pair, where)) return;
  if (!requests_ || !open_ring_reader(pair, where)) return leave_to_network(pair);
  pair.window->event(Segment::kRuntimeEvent).notify();
}

// What could not be met may be there by now.
void ReaderEndpoint::seek_later(Pair& pair) {
  if (pair.ring_reader || pair.never || !pair.patience.over()) return;
  pair.patience = Timeout(runtime_.retry());
  make_requests();
  std::uint64_t where = 0;
  if (!requests_ || !look_for(pair, where)) return;
  if (where != 0 && where != kNowhere && pair.request) {
    requests_->withdraw(*std::exchange(pair.request, {}));  // that said "over DDS"
  }
  if (open_ring_reader(pair, where)) {
    pair.window->event(Segment::kRuntimeEvent).notify();
  } else if (!pair.request) {
    pair.request = requests_->add(pair.gid, 0);
  }
}

// False if there is nothing of the publisher yet; else where it is, which may be nowhere.
bool ReaderEndpoint::look_for(Pair& pair, std::uint64_t& where) {
  const bool waits = !pair.patience.over();
  if (!pair.window) {
    const ShmRuntime::Lookup lookup = runtime_.look_for(pair.at.segment);
    if (lookup.kind == ShmRuntime::Lookup::Kind::kNotYet && waits) return false;
    pair.never = !lookup.window && lookup.kind != ShmRuntime::Lookup::Kind::kNotYet;
    pair.window = lookup.window;
    if (pair.window) std::string().swap(pair.at.segment);  // the window has its name
  }
  where = pair.window ? pair.window->find(pair.at.number) : kNowhere;
  return where != 0 || !waits;
}

bool ReaderEndpoint::open_ring_reader(Pair& pair, std::uint64_t where) {
  if (where == 0 || where == kNowhere) return false;
  const Address own = address_of({}, {}, 0, qos_);
  RingReader::Options options;
  options.window = keeps_all_ ? bound_ : qos_.depth;
  options.waited_for = own.keeps_all && pair.at.keeps_all;
  options.wants_history = own.keeps_past && pair.at.keeps_past;
  options.event = Segment::kRuntimeEvent;
  options.groups = groups();
  Result<std::unique_ptr<RingReader>> ring_reader =
      RingReader::open(runtime_.segment(), pair.window, where, options);
  if (!ring_reader) return false;
  pair.ring_reader = std::move(*ring_reader);
  {
    std::lock_guard lock(inlets_mutex_);
    inlets_[pair.gid].ring_reader = pair.ring_reader.get();
  }
  pair.request = requests_->add(pair.gid, pair.ring_reader->where());
  if (!pair.request) drop_ring_reader(pair);
  return pair.request.has_value();
}

// One step of a pair that is not the ring's, or is left.
Pollable::Next ReaderEndpoint::move_between(Pair& pair) {
  if (pair.replaced) return leave(pair);
  if (pair.path == Path::kOverNetwork && !pair.leaving) seek_later(pair);
  if (pair.path == Path::kOverNetwork && held(pair.gid) != 0) set_path(pair, Path::kFalling);
  if (pair.path == Path::kEnded) skip_ended(pair);
  if (pair.path == Path::kFalling && hand_on_held(pair)) pair.path = Path::kOverNetwork;
  const bool network = pair.path == Path::kFalling || pair.path == Path::kOverNetwork;
  if (network && pair.ring_reader && pair.ring_reader->accepted()) set_path(pair, Path::kJoining);
  if (pair.path == Path::kJoining && join(pair)) return Next::kNow;
  if (ended_) return Next::kWhenRung;
  if (pair.leaving) return leave(pair);
  if (pair.path == Path::kHeld) return Next::kSoon;
  const bool seeks = pair.path == Path::kOverNetwork && !pair.ring_reader && !pair.never;
  return seeks ? Next::kLater : Next::kWhenRung;
}

// Hands on what the network brings, until that is in the ring too. True if something is to
// be taken from there.
bool ReaderEndpoint::join(Pair& pair) {
  const bool both_ways = pair.ring_reader->joins();
  const bool over = both_ways && pair.ring_reader->standing() == RingReader::Standing::kEnded;
  while (pair.ring_reader->accepted() && !over && !ended_) {
    if (!room()) return false;
    MessagePtr first = first_held(pair);
    const bool both = first && pair.ring_reader->holds(first->header().source_timestamp);
    if (both_ways ? both : !first) {
      met(pair);
      return true;
    }
    if (!first) return false;
    if (!both) sink_.deliver(std::move(first));
  }
  if (ended_) return false;
  // The publisher gave up before; the network brings all.
  drop_ring_reader(pair);
  set_path(pair, Path::kFalling);
  return false;
}

MessagePtr ReaderEndpoint::first_held(Pair& pair) {
  MessagePtr first;
  int dropped = 0;
  {
    std::lock_guard lock(inlets_mutex_);
    Inlet& inlet = inlets_[pair.gid];
    dropped = std::exchange(inlet.dropped, 0);
    if (!inlet.held.empty()) {
      first = std::move(inlet.held.front());
      inlet.held.pop_front();
    }
  }
  if (dropped > 0) sink_.on_event({Kind::kMessageLost, dropped});
  return first;
}

// The ring has been taken to its end.
void ReaderEndpoint::end_ring(Pair& pair) {
  runtime_.round_cache().leave(pair.gid);
  set_path(pair, Path::kEnded);
}

// Drops what the network brought of what was in the ring.
void ReaderEndpoint::skip_ended(Pair& pair) {
  std::list<MessagePtr> dropped;  // go without the lock
  bool found = false;
  {
    std::lock_guard lock(inlets_mutex_);
    std::list<MessagePtr>& held = inlets_[pair.gid].held;
    const auto first = std::find_if(held.begin(), held.end(), [&](const MessagePtr& message) {
      return pair.ring_reader->over_network(message->header().source_timestamp);
    });
    found = first != held.end();
    dropped.splice(dropped.begin(), held, held.begin(), first);
  }
  if (!found) return;
  drop_ring_reader(pair);
  set_path(pair, Path::kFalling);
  pair.patience = Timeout(runtime_.retry());
}

// All that the publisher left has been handed on, or is so now.
Pollable::Next ReaderEndpoint::leave(Pair& pair) {
  if (pair.path == Path::kFalling) return Next::kWhenRung;  // no room: resume() rings
  if (pair.path == Path::kJoining && held(pair.gid) != 0) return Next::kWhenRung;  // likewise
  if (pair.path == Path::kHeld && held(pair.gid) != 0) {
    leave_to_network(pair);  // never met, and the network has brought something
    return Next::kNow;
  }
  finish(pair);
  return Next::kWhenRung;
}

void ReaderEndpoint::look(Pair& pair) {
  if (!pair.ring_reader) return seek(pair);
  if (pair.ring_reader->accepted()) {
    if (!pair.ring_reader->joins()) return met(pair);
    set_path(pair, Path::kJoining);
    return tell(pair, true);
  }
  // It is let in later, perhaps.
  const bool waits =
      !pair.ring_reader->refused() && !pair.patience.over() && held(pair.gid) < kEnoughHeld;
  if (!waits && pair.ring_reader->stop_waiting()) {
    set_path(pair, Path::kFalling);
    tell(pair, true);
  }
}

void ReaderEndpoint::met(Pair& pair) {
  std::list<MessagePtr> dropped;  // goes without the lock
  {
    std::lock_guard lock(inlets_mutex_);
    Inlet& inlet = inlets_[pair.gid];
    inlet.path = Path::kHere;
    inlet.dropped = 0;
    dropped.swap(inlet.held);
  }
  pair.path = Path::kHere;
  pair.readers = &runtime_.round_cache().join(pair.gid);
  tell(pair, true);
}

void ReaderEndpoint::leave_to_network(Pair& pair) {
  drop_ring_reader(pair);
  if (requests_) pair.request = requests_->add(pair.gid, 0);
  if (pair.window) pair.window->event(Segment::kRuntimeEvent).notify();
  set_path(pair, Path::kFalling);
  pair.patience = Timeout(runtime_.retry());
  tell(pair, true);
}

// False if the sink has no room for all of it, or some may be in the ring too. One thread
// hands on, so order holds.
bool ReaderEndpoint::hand_on_held(Pair& pair) {
  while (!ended_) {
    if (!room()) return false;
    MessagePtr first;
    int dropped = 0;
    {
      std::lock_guard lock(inlets_mutex_);
      Inlet& inlet = inlets_[pair.gid];
      if (inlet.held.empty()) inlet.path = Path::kOverNetwork;
      // After it came: see is_held().
      const bool out =
          !pair.ring_reader || pair.ring_reader->standing() == RingReader::Standing::kOut;
      if (inlet.held.empty() || !out) return inlet.held.empty();
      dropped = std::exchange(inlet.dropped, 0);
      first = std::move(inlet.held.front());
      inlet.held.pop_front();
    }
    if (dropped > 0) sink_.on_event({Kind::kMessageLost, dropped});
    sink_.deliver(std::move(first));
  }
  return false;
}

void ReaderEndpoint::finish(Pair& pair) {
  if (pair.path == Path::kHere) runtime_.round_cache().leave(pair.gid);
  drop_ring_reader(pair);
  pair.done = true;
  forget(pair.gid);
  tell(pair, false);
}

std::size_t ReaderEndpoint::held(const Gid& publisher) {
  std::lock_guard lock(inlets_mutex_);
  return inlets_[publisher].held.size();
}

// Unless it has come again.
void ReaderEndpoint::forget(const Gid& publisher) {
  std::lock_guard lock(inlets_mutex_);
  for (const auto& [peer, gid] : able_) {
    if (gid == publisher) return;
  }
  inlets_.erase(publisher);
}

void ReaderEndpoint::tell(Pair& pair, bool there) {
  if (pair.told == there) return;
  pair.told = there;
  matched_.fetch_add(there ? 1 : -1);
  if (!ended_) sink_.on_event({Kind::kMatched, there ? 1 : -1});
}

}  // namespace ranvier::shm
