#include "ranvier/run/news.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ranvier {

struct News::Listeners {
  std::recursive_mutex mutex;
  std::vector<std::pair<const void*, std::shared_ptr<Listener>>> all;
};

News::News(std::atomic<bool>& any) noexcept : any_(any) {}
News::~News() { delete listeners_.load(std::memory_order_acquire); }

News::Listeners& News::listeners() {
  Listeners* there = listeners_.load(std::memory_order_acquire);
  if (there != nullptr) return *there;
  auto made = std::make_unique<Listeners>();
  if (listeners_.compare_exchange_strong(there, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *there;
}

void News::listen(const void* who, Listener listener) {
  if (!listener && listeners_.load(std::memory_order_acquire) == nullptr) return;
  Listeners& to = listeners();
  std::shared_ptr<Listener> before;  // goes without the lock: it may wait for its last call
  const std::lock_guard lock(to.mutex);
  const auto known = std::find_if(to.all.begin(), to.all.end(),
                                  [who](const auto& entry) { return entry.first == who; });
  if (known != to.all.end()) {
    before = std::move(known->second);
    to.all.erase(known);
  }
  if (listener) to.all.emplace_back(who, std::make_shared<Listener>(std::move(listener)));
  // seq_cst: who listens and then looks for what came before, and who adds it
  // and then looks for listeners: one of the two sees the other. (Inboxes have a
  // lock between the two; flags have not.)
  any_.store(!to.all.empty(), std::memory_order_seq_cst);
}

void News::tell(std::size_t count) noexcept {
  Listeners& to = listeners();
  const std::lock_guard lock(to.mutex);
  for (std::size_t i = 0; i < to.all.size(); ++i) {
    const auto listener = to.all[i].second;  // it may end itself
    (*listener)(count);
  }
}

}  // namespace ranvier
