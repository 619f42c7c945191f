// How a publisher meets readers in shared memory, and loses them.
#include <algorithm>
#include <exception>
#include <mutex>
#include <utility>

#include "ranvier/shm/kept_qos.h"
#include "ranvier/shm/publication.h"

namespace ranvier::shm {

using Kind = EndpointEvent::Kind;

// --- What the network tells ------------------------------------------------------

void Publication::on_event(const EndpointEvent& event) noexcept {
  if (event.kind != Kind::kMatched) return events_.on_event(event);
  if (note_news(event)) return host_.serve_soon(groups());
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
bool Publication::note_news(const EndpointEvent& event) {
  if (event.change > 0) {
    const std::optional<PeerLink::Peer> peer = peers_.find(event.peer);
    const std::optional<Address> at = peer ? parse_user_data(peer->user_data) : std::nullopt;
    if (!at || !host_.can_meet(*at) || !host_.start()) return false;
    std::lock_guard lock(news_mutex_);
    over_network_.fetch_add(1);
    able_.push_back(event.peer);
    news_.push_back({true, event.peer, peer->gid, *at});
    return true;
  }
  std::lock_guard lock(news_mutex_);
  const auto known = std::find(able_.begin(), able_.end(), event.peer);
  if (known == able_.end()) return false;
  able_.erase(known);
  news_.push_back({false, event.peer, {}, {}});
  return true;
}

// --- Serving -----------------------------------------------------------------------

Served::Next Publication::serve() {
  std::lock_guard lock(serving_);
  if (ended_) return Next::kWhenRung;
  take_news();
  if (fell_.exchange(false)) note_fall();
  if (fallen_.load() && fall_over_.over()) rise();
  Next next = Next::kWhenRung;
  for (Met& pair : pairs_) {
    if (!ended_) next = std::max(next, step(pair));
  }
  if (ended_) return Next::kWhenRung;
  if (sender_) sender_->refuse(refuses());
  return next;
}

Served::Next Publication::step(Met& pair) {
  using State = Met::State;
  if (pair.state == State::kHere || pair.state == State::kBoth) check(pair);
  if (pair.state == State::kWaiting || pair.state == State::kOverNetwork) meet(pair);
  switch (pair.state) {
    case State::kHere: return Next::kWhenRung;
    case State::kWaiting: return Next::kSoon;
    default: return pair.never ? Next::kWhenRung : Next::kLater;
  }
}

void Publication::take_news() {
  std::vector<News> news;
  {
    std::lock_guard lock(news_mutex_);
    news.swap(news_);
  }
  for (const News& one : news) {
    if (one.came) {
      make_sender();
      Met pair;
      pair.peer = one.peer;
      pair.gid = one.gid;
      pair.at = one.at;
      pair.patience = Patience(host_.patience());
      std::string().swap(pair.at.place);  // it is ours
      pairs_.push_back(std::move(pair));
    } else {
      went(one.peer);
    }
  }
}

void Publication::went(std::uint64_t peer) {
  const auto at = std::find_if(pairs_.begin(), pairs_.end(),
                               [&](const Met& pair) { return pair.peer == peer; });
  if (at == pairs_.end()) return;
  Met pair = std::move(*at);
  pairs_.erase(at);
  if (pair.state != Met::State::kHere) over_network_.fetch_sub(1);
  if (pair.ticket != 0) {
    sender_->detach(*pair.window, pair.wish.reader, pair.ticket);
    met_.fetch_sub(1);
  }
  if (sender_) sender_->sweep();  // its process may be gone, and its claims with it
  tell(pair, false);
}

// With the first reader that may come, and again with the next if there was no memory.
void Publication::make_sender() {
  std::lock_guard lock(making_);
  if (made_ == Made::kThere) return;
  const Sender::Options options{
      .topic = topic_, .history = history_, .may_wait = may_wait_, .may_drop = false};
  Result<std::unique_ptr<Sender>> sender = Sender::open(host_.segment(), options);
  if (sender) {
    sender_ = std::move(*sender);
    if (stopped_) sender_->stop();
    if (made_ == Made::kFailed) sender_->note_gap();  // what was published meanwhile
    share_kept();
    made_ = Made::kThere;
    keeps_always_.store(history_ != 0, std::memory_order_release);
    listing_.enter(sender_->where());
  } else {
    if (made_ == Made::kNot) host_.warn(worded(sender.error()).what);
    made_ = Made::kFailed;
    listing_.enter(kNowhere);
  }
  kept_.clear();
}

void Publication::share_kept() {
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    try {
      if (!share(kept_[(oldest_ + i) % kept_.size()], false)) sender_->note_gap();
    } catch (...) {  // whoever published it heard that from the network
    }
  }
}

// If it is to be kept, and there is no ring yet, that is done.
bool Publication::shares_later(const MessagePtr& message) {
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

void Publication::stop() noexcept {
  std::lock_guard lock(making_);
  stopped_ = true;
  if (sender_) sender_->stop();
}

// A subscription that lost us for a while, and we did not lose it, has another
// wish, or will have: until then the network serves it.
void Publication::check(Met& pair) {
  if (!still_there(*pair.window, pair.where, pair.wish)) {
    leave_ring(pair);
    pair.state = Met::State::kWaiting;
    pair.patience = Patience(host_.patience());
  } else if (pair.state == Met::State::kBoth && sender_->joined(pair.ticket)) {
    pair.state = Met::State::kHere;
    over_network_.fetch_sub(1);
  }
}

void Publication::leave_ring(Met& pair) {
  if (pair.state == Met::State::kHere) over_network_.fetch_add(1);
  met_.fetch_sub(1);
  sender_->detach(*pair.window, pair.wish.reader, pair.ticket);
  pair.ticket = 0;
}

// The subscription says where it is to be met; see Wishes. What cannot be met is tried again
// later.
void Publication::meet(Met& pair) {
  const bool waits = pair.state == Met::State::kWaiting;
  if (!waits && (pair.never || !pair.patience.over())) return;  // or it is not its time
  if (!waits) pair.patience = Patience(host_.retry());
  if (!sender_ && !waits) make_sender();
  if (!sender_) return leave_to_network(pair);
  if (!look_for(pair)) return;
  const FoundWish wish = find_wish(*pair.window, pair.where, pair.gid, gid_);
  if (wish.kind == FoundWish::Kind::kReader) return attach(pair, wish);
  if (wish.kind == FoundWish::Kind::kOverDds || pair.patience.over()) leave_to_network(pair);
}

// False if it is not there yet, or will not be. Whoever comes second finds the first,
// and rings: so both look once both are there.
bool Publication::look_for(Met& pair) {
  using Kind = Host::Sight::Kind;
  if (!pair.window) {
    const Host::Sight sight = host_.look_for(pair.at.segment);
    if (sight.kind == Kind::kNotYet && !pair.patience.over()) return false;
    if (!sight.window) {
      pair.never = sight.kind != Kind::kNotYet;
      leave_to_network(pair);
      return false;
    }
    pair.window = sight.window;
    std::string().swap(pair.at.segment);  // the window has its name
    pair.window->bell(Segment::kHostBell).ring();
  }
  pair.where = pair.window->find(pair.at.number);
  if (pair.where != 0 && pair.where != kNowhere) return true;
  if (pair.where == kNowhere || pair.patience.over()) leave_to_network(pair);
  return false;
}

// Whom the publisher counts already the network serves until it has begun to take.
void Publication::attach(Met& pair, const FoundWish& wish) {
  if (fallen_.load()) return leave_to_network(pair);
  Result<void> attached;
  if (!pair.told) {
    attached = sender_->attach(pair.window, wish.reader, &pair.ticket);
    if (attached) {
      pair.state = Met::State::kHere;
      pair.wish = wish;
      pair.full = false;
      met_.fetch_add(1);
      over_network_.fetch_sub(1);
      return tell(pair, true);
    }
  }
  if (pair.told || attached.error().code == Code::kUnsupported) attached = join(pair, wish);
  if (attached) return tell(pair, true);
  pair.ticket = 0;
  // It has just gone, and the network will say so; or it is that of a match whose
  // end the network has yet to tell; or the network is being given something.
  if (attached.error().code != Code::kFull) return;
  pair.full = true;
  sender_->refuse(true);
  pair.window->bell(Segment::kHostBell).ring();
  leave_to_network(pair);
}

// While nothing is being given to the network that is not shared: the reader takes it that
// all that comes from there behind the first that is, is.
Result<void> Publication::join(Met& pair, const FoundWish& wish) {
  joining_.store(true);
  Result<void> joined = Error{Code::kTimeout, {}};
  if (passing_.load() == 0) {
    joined = sender_->attach(pair.window, wish.reader, &pair.ticket, Entrance::kJoins);
  }
  if (joined) {
    pair.state = Met::State::kBoth;
    pair.wish = wish;
    pair.full = false;
    met_.fetch_add(1);
  }
  joining_.store(false);
  return joined;
}

// Whether who waits to be let in waits in vain.
bool Publication::refuses() const {
  return fallen_.load() ||
         std::any_of(pairs_.begin(), pairs_.end(), [](const Met& pair) { return pair.full; });
}

// --- Without room ------------------------------------------------------------------

// Two that fall wait for each other: what the second gives to the network, readers must not
// take for what they have had.
void Publication::fall(const Error& why, std::int64_t stamp) {
  {
    std::lock_guard lock(falling_);
    if (fallen_.load()) return;
    over_network_.fetch_add(1);  // until serve() has counted who is
    sender_->end_all(stamp);
    fallen_.store(true);
    fell_.store(true);
  }
  host_.serve_soon(groups());
  if (said_.exchange(true)) return;
  host_.say_aside("Publisher '" + topic_ + "': " + why.what +
                  " It goes to other processes of this host over DDS, with those after it, until "
                  "shared memory is tried again. Make /dev/shm larger (docker run --shm-size=2g), "
                  "or publish less at once.");
}

void Publication::note_fall() {
  for (Met& pair : pairs_) {
    if (pair.ticket == 0) continue;
    if (pair.state == Met::State::kHere) over_network_.fetch_add(1);
    met_.fetch_sub(1);
    pair.ticket = 0;  // the sender forgets it when it has taken the rest
    leave_to_network(pair);
  }
  over_network_.fetch_sub(1);
  const std::int64_t longest = 64 * host_.retry();
  pause_ = rose_.over() ? host_.retry() : std::min(2 * pause_, longest);
  fall_over_ = Patience(pause_);
}

// If there is no room yet, the next message that needs some finds that.
void Publication::rise() {
  std::lock_guard lock(falling_);
  sender_->begin_again();
  fallen_.store(false);
  rose_ = Patience(64 * host_.retry());
}

void Publication::leave_to_network(Met& pair) {
  pair.state = Met::State::kOverNetwork;
  pair.patience = Patience(host_.retry());
  tell(pair, true);
}

void Publication::tell(Met& pair, bool there) {
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
