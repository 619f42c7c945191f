#include "ranvier/run/shm_event.h"

#include <pthread.h>

#include "ranvier/base/annotations.h"
#include "ranvier/base/for_c.h"
#include "ranvier/base/prefetch.h"
#include "ranvier/os/backoff.h"

namespace ranvier {
namespace {

// Sequentially consistent: whoever takes the watch, or wakes it, is seen by
// uninstall(), or sees that the event is gone. In one line: each sleep touches it.
struct alignas(kCacheLine) {
  std::atomic<ShmEvent*> event{nullptr};
  std::atomic<bool> watched{false};
  std::atomic<int> apart{0};  // threads that sleep apart
  std::atomic<int> wakers{0};
} watch;

// The word is the parent's: a child that slept there would hear its messages.
void forget_in_child() noexcept {
  watch.event.store(nullptr);
  watch.watched.store(false);
  watch.apart.store(0);
  watch.wakers.store(0);
}

}  // namespace

bool ShmEvent::install() noexcept {
  static const int once = ::pthread_atfork(nullptr, nullptr, for_c<forget_in_child>());
  static_cast<void>(once);
  ShmEvent* none = nullptr;
  return watch.event.compare_exchange_strong(none, this);
}

void ShmEvent::uninstall() noexcept {
  ShmEvent* self = this;
  if (!watch.event.compare_exchange_strong(self, nullptr)) return;
  const auto used = [] {
    return watch.watched.load() || watch.apart.load() != 0 || watch.wakers.load() != 0;
  };
  for (Backoff wait; used(); wait.pause()) notify_all();
}

RANVIER_HOT ShmEvent* ShmEvent::begin_watch(WakeWord on) noexcept {
  if (watch.event.load(std::memory_order_relaxed) == nullptr) return nullptr;
  if (on != kTheWatch) {
    watch.apart.fetch_add(1);
  } else if (watch.watched.exchange(true)) {
    return nullptr;
  }
  ShmEvent* const found = watch.event.load();
  if (found == nullptr) end_watch(on);
  return found;
}

RANVIER_HOT void ShmEvent::end_watch(WakeWord on) noexcept {
  if (on != kTheWatch) {
    watch.apart.fetch_sub(1);
  } else {
    watch.watched.store(false);
  }
}

void ShmEvent::wake_watch(WakeWord on) noexcept {
  if (watch.event.load(std::memory_order_relaxed) == nullptr) return;
  watch.wakers.fetch_add(1);
  if (ShmEvent* const found = watch.event.load()) found->notify(on);
  watch.wakers.fetch_sub(1);
}

}  // namespace ranvier
