// How a publisher meets readers in shared memory, and loses them.
#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

#include "ranvier/shm/kept_qos.h"
#include "ranvier/shm/writer_endpoint.h"

namespace ranvier::shm {

using Kind = EndpointEvent::Kind;

// --- What the network tells ------------------------------------------------------

void WriterEndpoint::on_event(const EndpointEvent& event) noexcept {
  if (event.kind != Kind::kMatched) return events_.on_event(event);
  if (note_match(event)) return runtime_.serve_soon(groups());
  if (event.change > 0) {
    over_network_.fetch_add(1);
    matched_.fetch_add(1);
  } else {
    over_network_.fetch_sub(1);
    matched_.fetch_sub(1);
  }
  events_.on_event(event);
}

// False for a reader that is the network's alone.
bool WriterEndpoint::note_match(const EndpointEvent& event) {
  if (event.change > 0) {
    const std::optional<PeerLink::Peer> peer = peers_.find(event.peer);
    const std::optional<Address> at = peer ? parse_user_data(peer->user_data) : std::nullopt;
    if (!at || !runtime_.can_meet(*at) || !runtime_.start()) return false;
    std::lock_guard lock(match_events_mutex_);
    over_network_.fetch_add(1);
    able_.push_back(event.peer);
    match_events_.push_back({true, event.peer, peer->gid, *at});
    return true;
  }
  std::lock_guard lock(match_events_mutex_);
  const auto known = std::find(able_.begin(), able_.end(), event.peer);
  if (known == able_.end()) return false;
  able_.erase(known);
  match_events_.push_back({false, event.peer, {}, {}});
  return true;
}

// --- Serving -----------------------------------------------------------------------

Pollable::Next WriterEndpoint::serve() {
  std::lock_guard lock(serving_);
  if (ended_) return Next::kWhenRung;
  take_match_events();
  if (fell_.exchange(false)) note_fall();
  if (fallen_.load() && fall_over_.over()) try_ring_again();
  Next next = Next::kWhenRung;
  for (Pair& pair : pairs_) {
    if (!ended_) next = std::max(next, step(pair));
  }
  if (ended_) return Next::kWhenRung;
  if (ring_writer_) ring_writer_->refuse(refuses());
  return next;
}

Pollable::Next WriterEndpoint::step(Pair& pair) {
  using State = Pair::State;
  if (pair.state == State::kHere || pair.state == State::kBoth) check(pair);
  if (pair.state == State::kWaiting || pair.state == State::kOverNetwork) meet(pair);
  switch (pair.state) {
    case State::kHere: return Next::kWhenRung;
    case State::kWaiting: return Next::kSoon;
    default: return pair.never ? Next::kWhenRung : Next::kLater;
  }
}

void WriterEndpoint::take_match_events() {
  std::vector<MatchEvent> events;
  {
    std::lock_guard lock(match_events_mutex_);
    events.swap(match_events_);
  }
  for (const MatchEvent& one : events) {
    if (one.came) {
      make_ring_writer();
      Pair pair;
      pair.peer = one.peer;
      pair.gid = one.gid;
      pair.at = one.at;
      pair.patience = Timeout(runtime_.patience());
      std::string().swap(pair.at.place);  // it is ours
      pairs_.push_back(std::move(pair));
    } else {
      went(one.peer);
    }
  }
}

void WriterEndpoint::went(std::uint64_t peer) {
  const auto at = std::find_if(pairs_.begin(), pairs_.end(),
                               [&](const Pair& pair) { return pair.peer == peer; });
  if (at == pairs_.end()) return;
  Pair pair = std::move(*at);
  pairs_.erase(at);
  if (pair.state != Pair::State::kHere) over_network_.fetch_sub(1);
  if (pair.ticket != 0) {
    ring_writer_->detach(*pair.window, pair.request.reader, pair.ticket);
    met_.fetch_sub(1);
  }
  if (ring_writer_) ring_writer_->sweep();  // its process may be gone, and its claims with it
  tell(pair, false);
}

// With the first reader that may come, and again with the next if there was no memory.
void WriterEndpoint::make_ring_writer() {
  std::lock_guard lock(making_);
  if (made_ == Made::kThere) return;
  const RingWriter::Options options{
      .topic = topic_, .history = history_, .may_wait = may_wait_, .may_drop = false};
  Result<std::unique_ptr<RingWriter>> ring_writer = RingWriter::open(runtime_.segment(), options);
  if (ring_writer) {
    ring_writer_ = std::move(*ring_writer);
    if (stopped_) ring_writer_->stop();
    if (made_ == Made::kFailed) ring_writer_->note_gap();  // what was published meanwhile
    share_kept();
    made_ = Made::kThere;
    keeps_always_.store(history_ != 0, std::memory_order_release);
    listing_.enter(ring_writer_->where());
  } else {
    if (made_ == Made::kNot) runtime_.warn(worded(ring_writer.error()).what);
    made_ = Made::kFailed;
    listing_.enter(kNowhere);
  }
  kept_.clear();
}

void WriterEndpoint::share_kept() {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    try {
      if (!share(kept_[(oldest_ + i) % kept_.size()], false)) ring_writer_->note_gap();
    } catch (...) {  // whoever published it heard that from the network
    }
  }
}

// If it is to be kept, and there is no ring yet, that is done.
bool WriterEndpoint::shares_later(const MessagePtr& message) {
  if (history_ == 0) return false;
  MessagePtr dropped;  // goes without the lock
  std::lock_guard lock(making_);
  if (made_ == Made::kThere) return true;
  if (made_ == Made::kFailed) return false;
  if (kept_.size() < history_) {
    kept_.push_back(message);
  } else {
    dropped = std::exchange(kept_[oldest_], message);
    oldest_ = (oldest_ + 1) % kept_.size();
  }
  return false;
}

void WriterEndpoint::stop() noexcept {
  std::lock_guard lock(making_);
  stopped_ = true;
  if (ring_writer_) ring_writer_->stop();
}

// A subscription that lost us for a while, and we did not lose it, has another
// attach request, or will have: until then the network serves it.
void WriterEndpoint::check(Pair& pair) {
  if (!still_there(*pair.window, pair.where, pair.request)) {
    leave_ring(pair);
    pair.state = Pair::State::kWaiting;
    pair.patience = Timeout(runtime_.patience());
  } else if (pair.state == Pair::State::kBoth && ring_writer_->joined(pair.ticket)) {
    pair.state = Pair::State::kHere;
    over_network_.fetch_sub(1);
  }
}

void WriterEndpoint::leave_ring(Pair& pair) {
  if (pair.state == Pair::State::kHere) over_network_.fetch_add(1);
  met_.fetch_sub(1);
  ring_writer_->detach(*pair.window, pair.request.reader, pair.ticket);
  pair.ticket = 0;
}

// The subscription says where it is to be met; see AttachRequests. What cannot be met is tried
// again later.
void WriterEndpoint::meet(Pair& pair) {
  const bool waits = pair.state == Pair::State::kWaiting;
  if (!waits && (pair.never || !pair.patience.over())) return;  // or it is not its time
  if (!waits) pair.patience = Timeout(runtime_.retry());
  if (!ring_writer_ && !waits) make_ring_writer();
  if (!ring_writer_) return leave_to_network(pair);
  if (!look_for(pair)) return;
  const FoundRequest request = find_request(*pair.window, pair.where, pair.gid, gid_);
  if (request.kind == FoundRequest::Kind::kReader) return attach(pair, request);
  if (request.kind == FoundRequest::Kind::kOverDds || pair.patience.over()) leave_to_network(pair);
}

// False if it is not there yet, or will not be. Whoever comes second finds the first,
// and rings: so both look once both are there.
bool WriterEndpoint::look_for(Pair& pair) {
  using Kind = ShmRuntime::Lookup::Kind;
  if (!pair.window) {
    const ShmRuntime::Lookup lookup = runtime_.look_for(pair.at.segment);
    if (lookup.kind == Kind::kNotYet && !pair.patience.over()) return false;
    if (!lookup.window) {
      pair.never = lookup.kind != Kind::kNotYet;
      leave_to_network(pair);
      return false;
    }
    pair.window = lookup.window;
    std::string().swap(pair.at.segment);  // the window has its name
    pair.window->event(Segment::kRuntimeEvent).notify();
  }
  pair.where = pair.window->find(pair.at.number);
  if (pair.where != 0 && pair.where != kNowhere) return true;
  if (pair.where == kNowhere || pair.patience.over()) leave_to_network(pair);
  return false;
}

// Whom the publisher counts already the network serves until it has begun to take.
void WriterEndpoint::attach(Pair& pair, const FoundRequest& request) {
  if (fallen_.load()) return leave_to_network(pair);
  Result<void> attached;
  if (!pair.told) {
    attached = ring_writer_->attach(pair.window, request.reader, &pair.ticket);
    if (attached) {
      pair.state = Pair::State::kHere;
      pair.request = request;
      pair.full = false;
      met_.fetch_add(1);
      over_network_.fetch_sub(1);
      return tell(pair, true);
    }
  }
  if (pair.told || attached.error().code == Code::kUnsupported) attached = join(pair, request);
  if (attached) return tell(pair, true);
  pair.ticket = 0;
  // It has just gone, and the network will say so; or it is that of a match whose
  // end the network has yet to tell; or the network is being given something.
  if (attached.error().code != Code::kFull) return;
  pair.full = true;
  ring_writer_->refuse(true);
  pair.window->event(Segment::kRuntimeEvent).notify();
  leave_to_network(pair);
}

// While nothing is being given to the network that is not shared: the reader takes it that
// all that comes from there behind the first that is, is.
Result<void> WriterEndpoint::join(Pair& pair, const FoundRequest& request) {
  const Turnstile::Closed closed(network_gate_);
  if (!closed.empty()) return Error{Code::kTimeout, {}};
  Result<void> joined =
      ring_writer_->attach(pair.window, request.reader, &pair.ticket, Entrance::kJoins);
  if (joined) {
    pair.state = Pair::State::kBoth;
    pair.request = request;
    pair.full = false;
    met_.fetch_add(1);
  }
  return joined;
}

// Whether who waits to be let in waits in vain.
bool WriterEndpoint::refuses() const {
  return fallen_.load() ||
         std::any_of(pairs_.begin(), pairs_.end(), [](const Pair& pair) { return pair.full; });
}

// --- Without room ------------------------------------------------------------------

// Two that fall wait for each other: what the second gives to the network, readers must not
// take for what they have had.
void WriterEndpoint::fall(const Error& why, std::int64_t stamp) {
  {
    std::lock_guard lock(falling_);
    if (fallen_.load()) return;
    over_network_.fetch_add(1);  // until serve() has counted who is
    ring_writer_->end_all(stamp);
    fallen_.store(true);
    fell_.store(true);
  }
  runtime_.serve_soon(groups());
  if (said_.exchange(true)) return;
  runtime_.say_aside(
      "Publisher '" + topic_ + "': " + why.what +
      " It goes to other processes of this host over DDS, with those after it, until "
      "shared memory is tried again. Make /dev/shm larger (docker run --shm-size=2g), "
      "or publish less at once.");
}

void WriterEndpoint::note_fall() {
  for (Pair& pair : pairs_) {
    if (pair.ticket == 0) continue;
    if (pair.state == Pair::State::kHere) over_network_.fetch_add(1);
    met_.fetch_sub(1);
    pair.ticket = 0;  // the ring writer forgets it when it has taken the rest
    leave_to_network(pair);
  }
  over_network_.fetch_sub(1);
  const std::int64_t longest = 64 * runtime_.retry();
  pause_ = rose_.over() ? runtime_.retry() : std::min(2 * pause_, longest);
  fall_over_ = Timeout(pause_);
}

// If there is no room yet, the next message that needs some finds that.
void WriterEndpoint::try_ring_again() {
  std::lock_guard lock(falling_);
  ring_writer_->begin_again();
  fallen_.store(false);
  rose_ = Timeout(64 * runtime_.retry());
}

void WriterEndpoint::leave_to_network(Pair& pair) {
  pair.state = Pair::State::kOverNetwork;
  pair.patience = Timeout(runtime_.retry());
  tell(pair, true);
}

void WriterEndpoint::tell(Pair& pair, bool there) {
  if (pair.told == there) return;
  pair.told = there;
  if (there) {
    matched_.fetch_add(1);
  } else {
    matched_.fetch_sub(1);
  }
  if (!ended_) events_.on_event({Kind::kMatched, there ? 1 : -1});
}

}  // namespace ranvier::shm
