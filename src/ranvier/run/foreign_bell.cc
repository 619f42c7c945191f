#include "ranvier/run/foreign_bell.h"

#include <pthread.h>

#include <thread>

#include "ranvier/base/annotations.h"
#include "ranvier/base/for_c.h"
#include "ranvier/base/prefetch.h"

namespace ranvier {
namespace {

// Sequentially consistent: whoever takes the watch, or wakes it, is seen by
// uninstall(), or sees that the bell is gone. In one line: each sleep touches it.
struct alignas(kCacheLine) {
  std::atomic<ForeignBell*> bell{nullptr};
  std::atomic<bool> watched{false};
  std::atomic<int> wakers{0};
} watch;

// The word is the parent's: a child that slept there would hear its messages.
void forget_in_child() noexcept {
  watch.bell.store(nullptr);
  watch.watched.store(false);
  watch.wakers.store(0);
}

}  // namespace

bool ForeignBell::install() noexcept {
  static const int once = ::pthread_atfork(nullptr, nullptr, for_c<forget_in_child>());
  static_cast<void>(once);
  ForeignBell* none = nullptr;
  return watch.bell.compare_exchange_strong(none, this);
}

void ForeignBell::uninstall() noexcept {
  ForeignBell* self = this;
  if (!watch.bell.compare_exchange_strong(self, nullptr)) return;
  while (watch.watched.load() || watch.wakers.load() != 0) {
    ring();
    std::this_thread::yield();
  }
}

RANVIER_HOT ForeignBell* ForeignBell::begin_watch() noexcept {
  if (watch.bell.load(std::memory_order_relaxed) == nullptr) return nullptr;
  if (watch.watched.exchange(true)) return nullptr;
  ForeignBell* const found = watch.bell.load();
  if (found == nullptr) end_watch();
  return found;
}

RANVIER_HOT void ForeignBell::end_watch() noexcept {
  watch.watched.store(false);
}

void ForeignBell::wake_watch() noexcept {
  if (watch.bell.load(std::memory_order_relaxed) == nullptr) return;
  watch.wakers.fetch_add(1);
  if (ForeignBell* const found = watch.bell.load()) found->ring();
  watch.wakers.fetch_sub(1);
}

}  // namespace ranvier
