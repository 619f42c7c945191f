#include "ranvier/run/foreign_bell.h"

#include <pthread.h>

#include <thread>

#include "ranvier/base/annotations.h"
#include "ranvier/base/trail.h"

namespace ranvier {
namespace {

// Sequentially consistent: whoever takes the watch, or wakes it, is seen by
// uninstall(), or sees that the bell is gone.
std::atomic<ForeignBell*> bell{nullptr};
std::atomic<bool> watched{false};
std::atomic<int> wakers{0};

// The word is the parent's: a child that slept there would hear its messages.
void forget_in_child() noexcept {
  bell.store(nullptr);
  watched.store(false);
  wakers.store(0);
}

}  // namespace

bool ForeignBell::install() noexcept {
  static const int once = ::pthread_atfork(nullptr, nullptr, forget_in_child);
  static_cast<void>(once);
  ForeignBell* none = nullptr;
  return bell.compare_exchange_strong(none, this);
}

void ForeignBell::uninstall() noexcept {
  ForeignBell* self = this;
  if (!bell.compare_exchange_strong(self, nullptr)) return;
  while (watched.load() || wakers.load() != 0) {
    ring();
    std::this_thread::yield();
  }
}

RANVIER_HOT ForeignBell* ForeignBell::begin_watch() noexcept {
  if (bell.load(std::memory_order_relaxed) == nullptr || watched.exchange(true)) return nullptr;
  ForeignBell* const found = bell.load();
  if (found == nullptr) end_watch();
  return found;
}

RANVIER_HOT void ForeignBell::end_watch() noexcept {
  if (Trail::noting()) Trail::pass(watched);
  watched.store(false);
}

void ForeignBell::wake_watch() noexcept {
  if (bell.load(std::memory_order_relaxed) == nullptr) return;
  wakers.fetch_add(1);
  if (ForeignBell* const found = bell.load()) found->ring();
  wakers.fetch_sub(1);
}

}  // namespace ranvier
