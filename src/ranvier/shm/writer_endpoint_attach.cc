// How a publisher lets readers of this host into its ring, and how their path changes.
#include <algorithm>
#include <exception>
#include <utility>

#include "ranvier/shm/kept_qos.h"
#include "ranvier/shm/writer_endpoint.h"

namespace ranvier::shm {

using Kind = EndpointEvent::Kind;

// The network counts for a reader until the pair has a path.
void WriterEndpoint::on_event(const EndpointEvent& event) noexcept {
  if (event.kind != Kind::kMatched) return events_.on_event(event);
  if (matches_.note(event, [this](const Gid&) { network_readers_.fetch_add(1); })) {
    return runtime_.serve_soon(groups());
  }
  network_readers_.fetch_add(event.change > 0 ? 1 : -1);
  matched_.fetch_add(event.change > 0 ? 1 : -1);
  events_.on_event(event);
}

// --- Serving -----------------------------------------------------------------------

Pollable::Next WriterEndpoint::serve() {
  Lock lock(serving_);
  if (ended_) return Next::kWhenRung;
  take_match_events();
  if (ring_ended_.exchange(false)) leave_ended_ring();
  if (ring_over_.load() && ring_pause_.over()) begin_ring_again();
  Next next = Next::kWhenRung;
  for (WriterPair& pair : pairs_) {
    if (!ended_) next = std::max(next, step(pair));
  }
  if (ended_) return Next::kWhenRung;
  if (ring_writer_) ring_writer_->refuse(refuses());
  return next;
}

Pollable::Next WriterEndpoint::step(WriterPair& pair) {
  if (uses_ring(pair.path)) check(pair);
  if (pair.path == Path::kSeeking || pair.path == Path::kNetwork) seek(pair);
  if (is_decided(pair.path)) tell(pair, true);
  switch (pair.path) {
    case Path::kRing: return Next::kWhenRung;
    case Path::kSeeking: return Next::kSoon;
    default: return pair.never ? Next::kWhenRung : Next::kLater;
  }
}

void WriterEndpoint::take_match_events() {
  if (!matches_.any()) return;
  for (const MatchEvent& match : matches_.take()) {
    if (match.came) {
      make_ring_writer();
      pairs_.emplace_back(match, runtime_);
    } else {
      remove_pair(match.peer);
    }
  }
}

void WriterEndpoint::remove_pair(std::uint64_t peer) {
  const auto at = std::find_if(pairs_.begin(), pairs_.end(),
                               [&](const WriterPair& pair) { return pair.peer == peer; });
  if (at == pairs_.end()) return;
  WriterPair pair = std::move(*at);
  pairs_.erase(at);
  if (uses_network(pair.path)) network_readers_.fetch_sub(1);
  if (uses_ring(pair.path)) {
    detach(pair);
    ring_readers_.fetch_sub(1);
  }
  if (ring_writer_) ring_writer_->sweep();  // its process may be gone, and its claims with it
  tell(pair, false);
}

// A pair counts where its path leads before it counts no more where it led: write() looks at both.
void WriterEndpoint::change(WriterPair& pair, PairEvent event) {
  const Path before = pair.path;
  pair.change(event, runtime_);
  if (uses_network(pair.path) && !uses_network(before)) network_readers_.fetch_add(1);
  if (uses_ring(pair.path) && !uses_ring(before)) ring_readers_.fetch_add(1);
  if (uses_ring(before) && !uses_ring(pair.path)) ring_readers_.fetch_sub(1);
  if (uses_network(before) && !uses_network(pair.path)) network_readers_.fetch_sub(1);
}

void WriterEndpoint::tell(WriterPair& pair, bool matches) {
  if (pair.counted == matches) return;
  pair.counted = matches;
  matched_.fetch_add(matches ? 1 : -1);
  if (!ended_) events_.on_event({Kind::kMatched, matches ? 1 : -1});
}

// --- The ring writer ---------------------------------------------------------------

// With the first reader that may come, and again with the next if there was no memory.
void WriterEndpoint::make_ring_writer() {
  Lock lock(ring_mutex_);
  if (made_ == Made::kThere) return;
  const RingWriter::Options options{
      .topic = topic_, .history = history_, .may_wait = may_wait_, .may_drop = false};
  Result<RingWriter::Ptr> ring_writer = RingWriter::open(runtime_.segment(), options);
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
    } catch (...) {  // the network has told its publisher
    }
  }
}

// Keeps a message for late joiners while there is no ring. True if there is one by now.
bool WriterEndpoint::shares_later(const MessagePtr& message) {
  if (history_ == 0) return false;
  MessagePtr dropped;  // ends without the lock
  Lock lock(ring_mutex_);
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
  Lock lock(ring_mutex_);
  stopped_ = true;
  if (ring_writer_) ring_writer_->stop();
}

// --- Letting readers in ------------------------------------------------------------

// A subscription that did not see that we lost it for a while withdraws its attach request and
// makes another: the network serves it until then.
void WriterEndpoint::check(WriterPair& pair) {
  if (!still_there(*pair.window, pair.where, pair.request)) {
    change(pair, PairEvent::kDetached);
    detach(pair);
  } else if (pair.path == Path::kJoining && ring_writer_->joined(pair.ticket)) {
    change(pair, PairEvent::kCaughtUp);
  }
}

void WriterEndpoint::detach(WriterPair& pair) {
  ring_writer_->detach(*pair.window, pair.request.reader, std::exchange(pair.ticket, 0));
}

// Looks for the attach request of the subscription; on the path kNetwork, now and then.
void WriterEndpoint::seek(WriterPair& pair) {
  if (pair.path == Path::kNetwork) {
    if (pair.never || !pair.patience.over()) return;
    pair.patience = Timeout(runtime_.retry());
    if (!ring_writer_) make_ring_writer();
  }
  const std::optional<std::uint64_t> where =
      ring_writer_ ? pair.find_peer(runtime_) : std::optional(kNowhere);
  if (!where) return;
  if (*where == kNowhere) return change(pair, PairEvent::kGivenUp);
  pair.where = *where;
  const FoundRequest request = find_request(*pair.window, pair.where, pair.gid, gid_);
  if (request.kind == FoundRequest::Kind::kReader) return attach(pair, request);
  if (request.kind == FoundRequest::Kind::kOverDds || pair.patience.over()) {
    change(pair, PairEvent::kGivenUp);
  }
}

// A reader that the publisher counts, or that wants a history that is not here, has all from the
// network until it takes from the ring. It relies on this: of what the network brings, all that
// follows the first message that is in the ring too, is there too. So it is let in while no call
// gives the network anything, and the next calls share what they give.
void WriterEndpoint::attach(WriterPair& pair, const FoundRequest& request) {
  if (ring_over_.load()) return change(pair, PairEvent::kGivenUp);
  pair.request = request;
  if (pair.counted || !let_in(pair, Entrance::kNew, PairEvent::kAttached)) {
    const Turnstile::Closed closed(network_gate_);
    if (!closed.empty()) return;  // the next time
    let_in(pair, Entrance::kJoins, PairEvent::kJoined);
  }
  if (!pair.full) return;
  ring_writer_->refuse(true);
  pair.notify_peer();
  change(pair, PairEvent::kGivenUp);
}

// False if the reader must join. If it is gone the network will say so, or it is that of a match
// whose end the network has yet to report.
bool WriterEndpoint::let_in(WriterPair& pair, Entrance as, PairEvent event) {
  const Result<void> attached =
      ring_writer_->attach(pair.window, pair.request.reader, &pair.ticket, as);
  pair.full = !attached && attached.error().code == Code::kFull;
  if (attached) {
    change(pair, event);
  } else {
    pair.ticket = 0;
  }
  return attached || attached.error().code != Code::kUnsupported;
}

// Whether readers that wait to be let in wait in vain.
bool WriterEndpoint::refuses() const {
  return ring_over_.load() || std::any_of(pairs_.begin(), pairs_.end(),
                                          [](const WriterPair& pair) { return pair.full; });
}

// --- Without room ------------------------------------------------------------------

// Of two calls without room the second waits until the first has ended the ring for all readers:
// a reader that does not know the end yet drops what the network brings.
void WriterEndpoint::end_ring(const Error& why, std::int64_t stamp) {
  {
    Lock lock(ring_mutex_);
    if (ring_over_.load()) return;
    network_readers_.fetch_add(1);  // until serve() has counted the pairs
    ring_writer_->end_all(stamp);
    ring_over_.store(true);
    ring_ended_.store(true);
  }
  runtime_.serve_soon(groups());
  if (said_.exchange(true)) return;
  runtime_.warn_later(
      "Publisher '" + topic_ + "': " + why.what +
      " It goes to other processes of this host over DDS, with those after it, until "
      "shared memory is tried again. Make /dev/shm larger (docker run --shm-size=2g), "
      "or publish less at once.");
}

void WriterEndpoint::leave_ended_ring() {
  for (WriterPair& pair : pairs_) {
    if (!uses_ring(pair.path)) continue;
    pair.ticket = 0;  // the ring writer forgets the reader when it has taken the rest
    change(pair, PairEvent::kRingEnded);
    change(pair, PairEvent::kGivenUp);
  }
  network_readers_.fetch_sub(1);
  const std::int64_t longest = 64 * runtime_.retry();
  last_pause_ = ring_trial_.over() ? runtime_.retry() : std::min(2 * last_pause_, longest);
  ring_pause_ = Timeout(last_pause_);
}

// If there is no room yet, the next message that needs some finds that.
void WriterEndpoint::begin_ring_again() {
  Lock lock(ring_mutex_);
  ring_writer_->begin_again();
  ring_over_.store(false);
  ring_trial_ = Timeout(64 * runtime_.retry());
}

}  // namespace ranvier::shm
