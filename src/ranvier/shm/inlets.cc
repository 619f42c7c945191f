#include "ranvier/shm/inlets.h"

#include <algorithm>

namespace ranvier::shm {
namespace {

using Standing = RingReader::Standing;

}  // namespace

void Inlets::open(const Gid& publisher) {
  Inlet before;
  Lock lock(mutex_);
  std::swap(before, all_[publisher]);
}

void Inlets::close(const Gid& publisher) {
  std::map<Gid, Inlet>::node_type gone;
  Lock lock(mutex_);
  gone = all_.extract(publisher);
}

void Inlets::set_path(const Gid& publisher, Path path) {
  std::list<MessagePtr> dropped;
  Lock lock(mutex_);
  Inlet* const inlet = find(publisher);
  if (inlet == nullptr) return;
  inlet->path = path;
  inlet->passes = false;
  // If the ring has ended by now, what the network brought of the time after that is wanted.
  if (path != Path::kRing || standing(*inlet) == Standing::kEnded) return;
  inlet->lost = 0;
  dropped.swap(inlet->held);
}

void Inlets::set_reader(const Gid& publisher, const RingReader& reader) {
  Lock lock(mutex_);
  if (Inlet* const inlet = find(publisher)) inlet->reader = &reader;
}

void Inlets::drop_reader(const Gid& publisher, const RingReader& reader) {
  Lock lock(mutex_);
  Inlet* const inlet = find(publisher);
  if (inlet != nullptr && inlet->reader == &reader) inlet->reader = nullptr;
}

// A publisher that gives the network something that is not in the ring says so in shared memory
// before. So if its word is looked at when the message has come, it is known which of both it is.
bool Inlets::holds(const Inlet& inlet) noexcept {
  if (inlet.path == Path::kRing) return standing(inlet) == Standing::kEnded;
  if (inlet.path != Path::kNetwork || !inlet.passes) return true;
  return standing(inlet) != Standing::kOut;
}

Standing Inlets::standing(const Inlet& inlet) noexcept {
  return inlet.reader == nullptr ? Standing::kOut : inlet.reader->standing();
}

bool Inlets::wants(const Gid& publisher) noexcept {
  Lock lock(mutex_);
  const Inlet* const inlet = find(publisher);
  return inlet == nullptr || inlet->path != Path::kRing || holds(*inlet);
}

Inlets::Fate Inlets::deliver(MessagePtr& message) noexcept {
  MessagePtr dropped;
  Lock lock(mutex_);
  Inlet* const inlet = find(message->header().publisher);
  if (inlet == nullptr) return Fate::kPasses;
  if (!holds(*inlet)) {
    if (inlet->path == Path::kNetwork) return Fate::kPasses;
    dropped = std::move(message);
    return Fate::kDropped;
  }
  inlet->held.push_back(std::move(message));
  inlet->passes = false;
  const std::size_t held = inlet->held.size();
  if (held > most_) {
    ++inlet->lost;
    dropped = std::move(inlet->held.front());
    inlet->held.pop_front();
  }
  return inlet->path != Path::kSeeking || held == kEnough ? Fate::kNewToHold : Fate::kHeld;
}

std::size_t Inlets::held(const Gid& publisher) {
  Lock lock(mutex_);
  const Inlet* const inlet = find(publisher);
  return inlet == nullptr ? 0 : inlet->held.size();
}

bool Inlets::passes(const Gid& publisher) {
  Lock lock(mutex_);
  const Inlet* const inlet = find(publisher);
  return inlet == nullptr || inlet->passes;
}

Inlets::First Inlets::take_first(const Gid& publisher) {
  Lock lock(mutex_);
  Inlet* const inlet = find(publisher);
  if (inlet == nullptr) return {};
  const bool is_network = inlet->path == Path::kNetwork;
  if (is_network && inlet->held.empty()) inlet->passes = true;
  const bool may_be_in_ring = is_network && standing(*inlet) != Standing::kOut;
  if (inlet->held.empty() || may_be_in_ring) return {{}, std::exchange(inlet->lost, 0)};
  First first{std::move(inlet->held.front()), std::exchange(inlet->lost, 0)};
  inlet->held.pop_front();
  return first;
}

bool Inlets::skip(const Gid& publisher, const std::function<bool(const Message&)>& is_wanted) {
  std::list<MessagePtr> dropped;
  Lock lock(mutex_);
  Inlet* const inlet = find(publisher);
  if (inlet == nullptr) return false;
  std::list<MessagePtr>& held = inlet->held;
  const auto first = std::find_if(held.begin(), held.end(),
                                  [&](const MessagePtr& message) { return is_wanted(*message); });
  if (first == held.end()) return false;
  dropped.splice(dropped.begin(), held, held.begin(), first);
  return true;
}

Inlets::Inlet* Inlets::find(const Gid& publisher) {
  const auto inlet = all_.find(publisher);
  return inlet == all_.end() ? nullptr : &inlet->second;
}

}  // namespace ranvier::shm
