// How a subscription attaches to publishers in shared memory, and how their path changes.
#include <algorithm>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/shm/reader_endpoint.h"

namespace ranvier::shm {

using Kind = EndpointEvent::Kind;

// --- What the network brings -------------------------------------------------------

void ReaderEndpoint::deliver(MessagePtr message) noexcept {
  const Inlets::Fate fate = inlets_.deliver(message);
  if (fate == Inlets::Fate::kPasses) sink_.deliver(std::move(message));
  if (fate == Inlets::Fate::kNewToHold) runtime_.serve_soon(groups());
}

// The network reports a match before it brings a message of that publisher.
void ReaderEndpoint::on_event(const EndpointEvent& event) noexcept {
  if (event.kind != Kind::kMatched) return sink_.on_event(event);
  const auto open = [this](const Gid& publisher) { inlets_.open(publisher); };
  if (matches_.note(event, open)) return runtime_.serve_soon(groups());
  matched_.fetch_add(event.change > 0 ? 1 : -1);
  sink_.on_event(event);
}

// --- Pairs -------------------------------------------------------------------------

RANVIER_COLD void ReaderEndpoint::drop_done() {
  std::erase_if(pairs_, [](const ReaderPair& pair) { return pair.done; });
}

RANVIER_COLD void ReaderEndpoint::take_match_events() {
  for (const MatchEvent& match : matches_.take()) {
    if (match.came) {
      add_pair(match);
      continue;
    }
    const auto gone = std::find_if(pairs_.begin(), pairs_.end(), [&](const ReaderPair& pair) {
      return pair.peer == match.peer && !pair.leaving;
    });
    if (gone != pairs_.end()) {
      gone->leaving = true;
    } else {
      matches_.unless_there(match.gid, [&] { inlets_.close(match.gid); });
    }
  }
}

void ReaderEndpoint::add_pair(const MatchEvent& match) {
  make_requests();
  for (ReaderPair& before : pairs_) {  // the publisher went, and came again
    if (before.gid != match.gid) continue;
    withdraw(before);
    before.replaced = before.leaving = true;
  }
  inlets_.set_path(match.gid, Path::kSeeking);  // whatever the one before made of it just now
  seek(pairs_.emplace_back(match, runtime_));
}

void ReaderEndpoint::change(ReaderPair& pair, PairEvent event) {
  if (pair.path == Path::kRing) end_ring(pair);
  pair.change(event, runtime_);
  if (!pair.replaced) inlets_.set_path(pair.gid, pair.path);
  if (pair.path == Path::kRing) begin_ring(pair);
  if (is_decided(pair.path)) tell(pair, true);
}

void ReaderEndpoint::begin_ring(ReaderPair& pair) {
  static const RoundCache::Readers alone{1};
  pair.readers = patient_ ? &alone : &runtime_.round_cache().join(pair.gid);
  if (!patient_) runtime_.count_impatient(1);
}

void ReaderEndpoint::end_ring(const ReaderPair& pair) {
  if (patient_) return;
  runtime_.round_cache().leave(pair.gid);
  runtime_.count_impatient(-1);
}

void ReaderEndpoint::finish(ReaderPair& pair) {
  if (pair.path == Path::kRing) end_ring(pair);
  drop_reader(pair);
  pair.done = true;
  matches_.unless_there(pair.gid, [&] { inlets_.close(pair.gid); });
  tell(pair, false);
}

void ReaderEndpoint::tell(ReaderPair& pair, bool matches) {
  if (pair.counted == matches) return;
  pair.counted = matches;
  matched_.fetch_add(matches ? 1 : -1);
  if (!ended_) sink_.on_event({Kind::kMatched, matches ? 1 : -1});
}

// --- Seeking a publisher -----------------------------------------------------------

// If there is no memory publishers see that, and the next try may find some.
void ReaderEndpoint::make_requests() {
  if (requests_) return;
  if (!patient_) runtime_.let_executors_watch();
  Result<std::unique_ptr<AttachRequests>> requests = AttachRequests::open(runtime_.segment());
  if (!requests) {
    if (!std::exchange(said_, true)) {
      runtime_.warn("Subscription '" + topic_ + "': " + requests.error().what +
                    " Publishers of this host are received over DDS until it does.");
    }
    return listing_.enter(kNowhere);
  }
  requests_ = std::move(*requests);
  requests_->set_owner(gid_);
  listing_.enter(requests_->where());
}

void ReaderEndpoint::withdraw(ReaderPair& pair) {
  if (pair.request && requests_) requests_->withdraw(*std::exchange(pair.request, {}));
}

// Asks the publisher to let a ring reader in, or says that the network is to serve the pair.
void ReaderEndpoint::seek(ReaderPair& pair) {
  const std::optional<std::uint64_t> where =
      requests_ ? pair.find_peer(runtime_) : std::optional(kNowhere);
  if (!where) return;
  if (!open_reader(pair, *where)) return leave_to_network(pair);
  pair.notify_peer();
}

// The publisher took the reader out, for its network lost us for a while.
void ReaderEndpoint::seek_again(ReaderPair& pair) {
  change(pair, PairEvent::kDetached);
  drop_reader(pair);
  seek(pair);
}

// A pair that the network serves may find now what it did not find before.
void ReaderEndpoint::seek_later(ReaderPair& pair) {
  if (pair.reader || pair.never || !pair.patience.over()) return;
  pair.patience = Timeout(runtime_.retry());
  make_requests();
  const std::optional<std::uint64_t> where = requests_ ? pair.find_peer(runtime_) : std::nullopt;
  if (!where) return;
  if (*where != kNowhere) withdraw(pair);  // the request that says "over DDS"
  if (open_reader(pair, *where)) {
    pair.notify_peer();
  } else if (!pair.request) {
    pair.request = requests_->add(pair.gid, 0);
  }
}

bool ReaderEndpoint::open_reader(ReaderPair& pair, std::uint64_t where) {
  if (where == kNowhere) return false;
  const Address own = address_of({}, {}, 0, qos_);
  RingReader::Options options;
  options.window = keeps_all_ ? bound_ : qos_.depth;
  options.waited_for = own.keeps_all && pair.at.keeps_all;
  options.wants_history = own.keeps_past && pair.at.keeps_past;
  options.event = strand_number_ == 0 ? kRuntimeEvent : event_of_wake_word(strand_number_);
  options.groups = groups();
  Result<RingReader::Ptr> reader =
      RingReader::open(runtime_.segment(), pair.window, where, options);
  if (!reader) return false;
  pair.reader = std::move(*reader);
  pair.told_lost = 0;
  // A publisher that lost this match for a while takes the pair for a new one, but what the
  // network brings is handed on already: the reader must be let in as one that joins.
  if (is_decided(pair.path)) static_cast<void>(pair.reader->stop_waiting());
  inlets_.set_reader(pair.gid, *pair.reader);
  pair.request = requests_->add(pair.gid, pair.reader->where());
  if (!pair.request) drop_reader(pair);
  return pair.request.has_value();
}

void ReaderEndpoint::drop_reader(ReaderPair& pair) {
  if (pair.reader) inlets_.drop_reader(pair.gid, *pair.reader);
  pair.reader.reset();
  withdraw(pair);
}

// A pair without a path gets one once the publisher has answered, or does not answer in time; and
// once all was handed on that the same publisher left before it came again.
void ReaderEndpoint::decide(ReaderPair& pair) {
  const auto goes_before = [&](const ReaderPair& other) {
    return other.replaced && !other.done && other.gid == pair.gid;
  };
  if (pair.replaced || std::any_of(pairs_.begin(), pairs_.end(), goes_before)) return;
  if (!pair.reader) return seek(pair);
  if (pair.reader->accepted()) {
    return change(pair, pair.reader->joins() ? PairEvent::kJoined : PairEvent::kAttached);
  }
  const bool waits =
      !pair.reader->refused() && !pair.patience.over() && inlets_.held(pair.gid) < Inlets::kEnough;
  // The reader stays: the publisher may let it in later.
  if (!waits && pair.reader->stop_waiting()) change(pair, PairEvent::kGivenUp);
}

void ReaderEndpoint::leave_to_network(ReaderPair& pair) {
  drop_reader(pair);
  if (requests_) pair.request = requests_->add(pair.gid, 0);
  if (pair.window) pair.notify_peer();
  change(pair, PairEvent::kGivenUp);
}

// --- Between the network and the ring ----------------------------------------------

// One step of a pair that does not take from the ring, or whose publisher went.
Pollable::Next ReaderEndpoint::move_between(ReaderPair& pair) {
  if (pair.replaced) return leave(pair);
  if (pair.path == Path::kNetwork && !pair.leaving) seek_later(pair);
  if (pair.path == Path::kEnded) skip_ended(pair);
  if (pair.path == Path::kNetwork) hand_on_held(pair);
  if (pair.path == Path::kNetwork && pair.reader && pair.reader->accepted()) {
    change(pair, pair.reader->joins() ? PairEvent::kJoined : PairEvent::kAttached);
  }
  if (pair.path == Path::kJoining && join(pair)) return Next::kNow;
  if (ended_) return Next::kWhenRung;
  if (pair.leaving) return leave(pair);
  if (pair.path == Path::kSeeking) return Next::kSoon;
  const bool seeks = pair.path == Path::kNetwork && !pair.reader && !pair.never;
  return seeks ? Next::kLater : Next::kWhenRung;
}

// Hands on what the network brings, one message after the other: there is one thread that does
// this. It stops where the sink has no room, or where a message may be in the ring too.
void ReaderEndpoint::hand_on_held(ReaderPair& pair) {
  while (!ended_ && !inlets_.passes(pair.gid) && room()) {
    MessagePtr first = first_held(pair);
    if (!first) return;
    sink_.deliver(std::move(first));
  }
}

MessagePtr ReaderEndpoint::first_held(const ReaderPair& pair) {
  Inlets::First first = inlets_.take_first(pair.gid);
  if (first.lost > 0) sink_.on_event({Kind::kMessageLost, first.lost});
  return std::move(first.message);
}

// Hands on what the network brings, up to the first message that is in the ring too. True if
// the ring is to be taken from there on.
bool ReaderEndpoint::join(ReaderPair& pair) {
  const bool both_ways = pair.reader->joins();
  const bool over = both_ways && pair.reader->standing() == RingReader::Standing::kEnded;
  while (pair.reader->accepted() && !over && !ended_) {
    if (!room()) return false;
    MessagePtr first = first_held(pair);
    const bool both = first && pair.reader->holds(first->header().source_timestamp);
    if (both_ways ? both : !first) {
      change(pair, PairEvent::kCaughtUp);
      return true;
    }
    if (!first) return false;
    if (!both) sink_.deliver(std::move(first));
  }
  if (ended_) return false;
  // The publisher ended it before; the network brings all.
  drop_reader(pair);
  change(pair, over ? PairEvent::kRingEnded : PairEvent::kDetached);
  return false;
}

// Drops what the network brought of what was in the ring.
void ReaderEndpoint::skip_ended(ReaderPair& pair) {
  const auto is_wanted = [&](const Message& message) {
    return pair.reader->over_network(message.header().source_timestamp);
  };
  if (!inlets_.skip(pair.gid, is_wanted)) return;
  drop_reader(pair);
  change(pair, PairEvent::kGivenUp);
}

// Ends a pair once all that the publisher left was handed on.
Pollable::Next ReaderEndpoint::leave(ReaderPair& pair) {
  const bool holds = !pair.replaced && inlets_.held(pair.gid) != 0;
  if (holds && pair.path == Path::kSeeking) {  // the network alone brought something
    leave_to_network(pair);
    return Next::kNow;
  }
  // The sink has no room: resume() leads here again.
  if (holds && (pair.path == Path::kJoining || pair.path == Path::kNetwork)) return Next::kWhenRung;
  finish(pair);
  return Next::kWhenRung;
}

}  // namespace ranvier::shm
