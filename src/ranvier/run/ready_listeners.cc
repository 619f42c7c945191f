#include "ranvier/run/ready_listeners.h"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ranvier {

struct ReadyListeners::Listeners {
  struct One {
    const void* who;
    std::shared_ptr<Listener> listener;
    Arrival seen = 0;
  };
  One* find(const void* who) {
    for (One& one : all) {
      if (one.who == who) return &one;
    }
    return nullptr;
  }
  std::recursive_mutex mutex;
  std::vector<One> all;
};

ReadyListeners::ReadyListeners(std::atomic<bool>& any) noexcept : any_(any) {}
ReadyListeners::~ReadyListeners() { delete listeners_.load(std::memory_order_acquire); }

ReadyListeners::Listeners& ReadyListeners::listeners() {
  Listeners* there = listeners_.load(std::memory_order_acquire);
  if (there != nullptr) return *there;
  auto made = std::make_unique<Listeners>();
  if (listeners_.compare_exchange_strong(there, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *there;
}

std::shared_ptr<ReadyListeners::Listener> ReadyListeners::put(Listeners& to, const void* who,
                                                              Listener listener) {
  std::shared_ptr<Listener> before;
  if (Listeners::One* const known = to.find(who)) {
    before = std::move(known->listener);
    to.all.erase(to.all.begin() + (known - to.all.data()));
  }
  if (listener) to.all.push_back({who, std::make_shared<Listener>(std::move(listener))});
  return before;
}

void ReadyListeners::listen(const void* who, Listener listener) {
  if (!listener && listeners_.load(std::memory_order_acquire) == nullptr) return;
  Listeners& to = listeners();
  std::shared_ptr<Listener> before;  // goes without the lock: it may wait for its last call
  const std::lock_guard lock(to.mutex);
  before = put(to, who, std::move(listener));
  // seq_cst: who listens and then looks for what came before, and who adds it
  // and then looks for listeners: one of the two sees the other. (Inboxes have a
  // lock between the two; flags have not.)
  any_.store(!to.all.empty(), std::memory_order_seq_cst);
}

// Listens first: what comes before the look waits, and what comes after it finds the flag
// and gets a later number. What came before and is reported later has a number that was seen.
void ReadyListeners::listen_from_now(const void* who, Listener listener,
                                     const std::function<Seen()>& look) {
  Listeners& to = listeners();
  std::shared_ptr<Listener> before;  // as above
  const std::lock_guard lock(to.mutex);
  const Listeners::One* const known = to.find(who);
  const Arrival heard = known ? known->seen : 0;
  before = put(to, who, std::move(listener));
  if (before) {
    to.all.back().seen = heard;
    return;
  }
  any_.store(true, std::memory_order_seq_cst);
  const Seen seen = look();
  to.all.back().seen = seen.last;
  const auto told = to.all.back().listener;  // it may end itself
  if (seen.waiting != 0) (*told)(seen.waiting);
}

void ReadyListeners::tell(std::size_t count, Arrival arrival) noexcept {
  Listeners& to = listeners();
  const std::lock_guard lock(to.mutex);
  for (std::size_t i = 0; i < to.all.size(); ++i) {
    if (arrival <= to.all[i].seen) continue;
    const auto listener = to.all[i].listener;  // it may end itself
    (*listener)(count);
  }
}

}  // namespace ranvier
