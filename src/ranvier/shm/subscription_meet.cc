// How a subscription meets publishers in shared memory, and loses them.
#include <algorithm>
#include <mutex>
#include <utility>

#include "ranvier/base/annotations.h"
#include "ranvier/shm/subscription.h"

namespace ranvier::shm {

using Kind = EndpointEvent::Kind;

constexpr std::size_t kEnoughHeld = 250;  // of a publisher that is about to be met

// --- What the network brings -------------------------------------------------------

// Whether what comes now is neither to be dropped nor to be handed on at once. Whoever gave
// the network something that is not in the ring said so in shared memory before.
bool Subscription::is_held(const Inlet& inlet) noexcept {
  using Standing = Receiver::Standing;
  if (inlet.way == Way::kHere) return inlet.receiver->standing() == Standing::kEnded;
  if (inlet.way != Way::kOverNetwork) return true;
  return !inlet.held.empty() ||
         (inlet.receiver != nullptr && inlet.receiver->standing() != Standing::kOut);
}

bool Subscription::wants(const Gid& publisher) noexcept {
  std::lock_guard lock(inlets_mutex_);
  const auto inlet = inlets_.find(publisher);
  return inlet == inlets_.end() || inlet->second.way != Way::kHere || is_held(inlet->second);
}

void Subscription::deliver(MessagePtr message) noexcept {
  MessagePtr dropped;  // goes without the lock
  {
    std::lock_guard lock(inlets_mutex_);
    const auto found = inlets_.find(message->header().publisher);
    const bool known = found != inlets_.end();
    if (known && is_held(found->second)) {
      dropped = hold(found->second, std::move(message));
    } else if (known && found->second.way == Way::kHere) {
      dropped = std::move(message);
    }
  }
  if (message) sink_.deliver(std::move(message));
}

// What is to be dropped for it, if anything. Of what is but held until a pair has met, who
// serves hears by itself.
MessagePtr Subscription::hold(Inlet& inlet, MessagePtr message) {
  inlet.held.push_back(std::move(message));
  const bool known = inlet.way != Way::kHeld || inlet.held.size() == kEnoughHeld;
  if (known) host_.serve_soon(groups());
  if (inlet.held.size() <= most_held_) return {};
  ++inlet.dropped;
  MessagePtr first = std::move(inlet.held.front());
  inlet.held.pop_front();
  return first;
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
    const std::optional<PeerLink::Peer> peer = peers_.find(event.peer);
    const std::optional<Address> at = peer ? parse_user_data(peer->user_data) : std::nullopt;
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

// --- Meeting -----------------------------------------------------------------------

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
    before.replaced = true;
  }
  Met pair;
  pair.peer = news.peer;
  pair.gid = news.gid;
  pair.at = news.at;
  pair.patience = Patience(host_.patience());
  std::string().swap(pair.at.place);  // it is ours
  pairs_.push_back(std::move(pair));
  seek(pairs_.back());
}

// The publisher lost us for a while, and we did not lose it.
void Subscription::seek_again(Met& pair) {
  set_way(pair, Way::kHeld);
  pair.patience = Patience(host_.patience());
  host_.recent().leave(pair.gid);
  drop_receiver(pair);
  seek(pair);
}

void Subscription::set_way(Met& pair, Way way) {
  std::lock_guard lock(inlets_mutex_);
  const auto inlet = inlets_.find(pair.gid);
  if (inlet != inlets_.end() && !pair.replaced) inlet->second.way = way;
  pair.way = way;
}

void Subscription::drop_receiver(Met& pair) {
  {
    std::lock_guard lock(inlets_mutex_);
    const auto inlet = inlets_.find(pair.gid);
    const bool its = inlet != inlets_.end() && inlet->second.receiver == pair.receiver.get();
    if (its) inlet->second.receiver = nullptr;
  }
  pair.receiver.reset();
  if (pair.wish && wishes_) wishes_->withdraw(*std::exchange(pair.wish, {}));
}

// What fails publishers see, and the next try may mend.
void Subscription::make_wishes() {
  if (wishes_) return;
  host_.let_executors_watch();
  Result<std::unique_ptr<Wishes>> wishes = Wishes::open(host_.segment());
  if (!wishes) {
    if (!std::exchange(said_, true)) {
      host_.warn("Subscription '" + topic_ + "': " + wishes.error().what +
                 " Publishers of this host are heard over DDS until it does.");
    }
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
  if (!wishes_ || !open_receiver(pair, where)) return leave_to_network(pair);
  pair.window->bell(Segment::kHostBell).ring();
}

// What could not be met may be there by now.
void Subscription::seek_later(Met& pair) {
  if (pair.receiver || pair.never || !pair.patience.over()) return;
  pair.patience = Patience(host_.retry());
  make_wishes();
  std::uint64_t where = 0;
  if (!wishes_ || !look_for(pair, where)) return;
  if (where != 0 && where != kNowhere && pair.wish) {
    wishes_->withdraw(*std::exchange(pair.wish, {}));  // that said "over DDS"
  }
  if (open_receiver(pair, where)) {
    pair.window->bell(Segment::kHostBell).ring();
  } else if (!pair.wish) {
    pair.wish = wishes_->add(pair.gid, 0);
  }
}

// False if there is nothing of the publisher yet; else where it is, which may be nowhere.
bool Subscription::look_for(Met& pair, std::uint64_t& where) {
  const bool waits = !pair.patience.over();
  if (!pair.window) {
    const Host::Sight sight = host_.look_for(pair.at.segment);
    if (sight.kind == Host::Sight::Kind::kNotYet && waits) return false;
    pair.never = !sight.window && sight.kind != Host::Sight::Kind::kNotYet;
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
  pair.receiver = std::move(*receiver);
  {
    std::lock_guard lock(inlets_mutex_);
    inlets_[pair.gid].receiver = pair.receiver.get();
  }
  pair.wish = wishes_->add(pair.gid, pair.receiver->where());
  if (!pair.wish) drop_receiver(pair);
  return pair.wish.has_value();
}

// One step of a pair that is not the ring's, or is left.
Served::Next Subscription::move_between(Met& pair) {
  if (pair.replaced) return leave(pair);
  if (pair.way == Way::kOverNetwork && !pair.leaving) seek_later(pair);
  if (pair.way == Way::kOverNetwork && held(pair.gid) != 0) set_way(pair, Way::kFalling);
  if (pair.way == Way::kEnded) skip_ended(pair);
  if (pair.way == Way::kFalling && hand_on_held(pair)) pair.way = Way::kOverNetwork;
  const bool network = pair.way == Way::kFalling || pair.way == Way::kOverNetwork;
  if (network && pair.receiver && pair.receiver->accepted()) set_way(pair, Way::kJoining);
  if (pair.way == Way::kJoining && join(pair)) return Next::kNow;
  if (ended_) return Next::kWhenRung;
  if (pair.leaving) return leave(pair);
  if (pair.way == Way::kHeld) return Next::kSoon;
  const bool seeks = pair.way == Way::kOverNetwork && !pair.receiver && !pair.never;
  return seeks ? Next::kLater : Next::kWhenRung;
}

// Hands on what the network brings, until that is in the ring too. True if something is to
// be taken from there.
bool Subscription::join(Met& pair) {
  const bool both_ways = pair.receiver->joins();
  const bool over = both_ways && pair.receiver->standing() == Receiver::Standing::kEnded;
  while (pair.receiver->accepted() && !over && !ended_) {
    if (!room()) return false;
    MessagePtr first = first_held(pair);
    const bool both = first && pair.receiver->holds(first->header().source_timestamp);
    if (both_ways ? both : !first) {
      met(pair);
      return true;
    }
    if (!first) return false;
    if (!both) sink_.deliver(std::move(first));
  }
  if (ended_) return false;
  // The publisher gave up before; the network brings all.
  drop_receiver(pair);
  set_way(pair, Way::kFalling);
  return false;
}

MessagePtr Subscription::first_held(Met& pair) {
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
void Subscription::end_ring(Met& pair) {
  host_.recent().leave(pair.gid);
  set_way(pair, Way::kEnded);
}

// Drops what the network brought of what was in the ring.
void Subscription::skip_ended(Met& pair) {
  std::list<MessagePtr> dropped;  // go without the lock
  bool found = false;
  {
    std::lock_guard lock(inlets_mutex_);
    std::list<MessagePtr>& held = inlets_[pair.gid].held;
    const auto first = std::find_if(held.begin(), held.end(), [&](const MessagePtr& message) {
      return pair.receiver->over_network(message->header().source_timestamp);
    });
    found = first != held.end();
    dropped.splice(dropped.begin(), held, held.begin(), first);
  }
  if (!found) return;
  drop_receiver(pair);
  set_way(pair, Way::kFalling);
  pair.patience = Patience(host_.retry());
}

// All that the publisher left has been handed on, or is so now.
Served::Next Subscription::leave(Met& pair) {
  if (pair.way == Way::kFalling) return Next::kWhenRung;  // no room: resume() rings
  if (pair.way == Way::kJoining && held(pair.gid) != 0) return Next::kWhenRung;  // likewise
  if (pair.way == Way::kHeld && held(pair.gid) != 0) {
    leave_to_network(pair);  // never met, and the network has brought something
    return Next::kNow;
  }
  finish(pair);
  return Next::kWhenRung;
}

void Subscription::look(Met& pair) {
  if (!pair.receiver) return seek(pair);
  if (pair.receiver->accepted()) {
    if (!pair.receiver->joins()) return met(pair);
    set_way(pair, Way::kJoining);
    return tell(pair, true);
  }
  // It is let in later, perhaps.
  const bool waits =
      !pair.receiver->refused() && !pair.patience.over() && held(pair.gid) < kEnoughHeld;
  if (!waits && pair.receiver->stop_waiting()) {
    set_way(pair, Way::kFalling);
    tell(pair, true);
  }
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
  drop_receiver(pair);
  if (wishes_) pair.wish = wishes_->add(pair.gid, 0);
  if (pair.window) pair.window->bell(Segment::kHostBell).ring();
  set_way(pair, Way::kFalling);
  pair.patience = Patience(host_.retry());
  tell(pair, true);
}

// False if the sink has no room for all of it, or some may be in the ring too. One thread
// hands on, so order holds.
bool Subscription::hand_on_held(Met& pair) {
  while (!ended_) {
    if (!room()) return false;
    MessagePtr first;
    int dropped = 0;
    {
      std::lock_guard lock(inlets_mutex_);
      Inlet& inlet = inlets_[pair.gid];
      if (inlet.held.empty()) inlet.way = Way::kOverNetwork;
      // After it came: see is_held().
      const bool out = !pair.receiver || pair.receiver->standing() == Receiver::Standing::kOut;
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

void Subscription::finish(Met& pair) {
  if (pair.way == Way::kHere) host_.recent().leave(pair.gid);
  drop_receiver(pair);
  pair.done = true;
  forget(pair.gid);
  tell(pair, false);
}

std::size_t Subscription::held(const Gid& publisher) {
  std::lock_guard lock(inlets_mutex_);
  return inlets_[publisher].held.size();
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
