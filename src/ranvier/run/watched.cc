#include "ranvier/run/watched.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "ranvier/base/for_c.h"

namespace ranvier {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<Engine*> engines;
  std::vector<const SpinningThread*> threads;
};

void lock_registry() noexcept;
void unlock_registry() noexcept;
void unlock_registry_in_child() noexcept;

Registry& registry() {
  static Registry* const one = [] {
    ::pthread_atfork(for_c<lock_registry>(), for_c<unlock_registry>(),
                     for_c<unlock_registry_in_child>());
    auto* const made = new Registry;  // outlives static destructors
    race_checker::released(made);
    return made;
  }();
  race_checker::acquired(one);
  return *one;
}

void lock_registry() noexcept { registry().mutex.lock(); }
void unlock_registry() noexcept { registry().mutex.unlock(); }
// The other threads are not here.
void unlock_registry_in_child() noexcept {
  registry().threads.clear();
  registry().mutex.unlock();
}

template <class T>
void forget(std::vector<T>& all, T one) noexcept {
  all.erase(std::remove(all.begin(), all.end(), one), all.end());
}

}  // namespace

SpinFrame::Wait SpinFrame::set_wait(Wait wait) noexcept {
  const Wait before = this->wait();
  waits_for_.store(WaitsFor::kNothing, std::memory_order_release);
  awaited_.store(wait.object, std::memory_order_release);
  waits_for_.store(wait.what, std::memory_order_release);
  return before;
}

SpinFrame::Wait SpinFrame::wait() const noexcept {
  const WaitsFor what = waits_for_.load(std::memory_order_acquire);
  const void* const object = awaited_.load(std::memory_order_acquire);
  if (waits_for_.load(std::memory_order_acquire) != what) return {};
  return {what, object};
}

// Ends the record with its thread.
struct SpinningThread::Holder {
  ~Holder() {
    here_ = nullptr;
    if (mine == nullptr) return;
    const std::lock_guard lock(registry().mutex);
    forget<const SpinningThread*>(registry().threads, mine.get());
  }
  std::unique_ptr<SpinningThread> mine;
};

constinit thread_local SpinningThread* SpinningThread::here_ = nullptr;

SpinningThread& SpinningThread::make() {
  static thread_local Holder holder;
  holder.mine.reset(new SpinningThread(::gettid()));
  {
    const std::lock_guard lock(registry().mutex);
    registry().threads.push_back(holder.mine.get());
  }
  return *(here_ = holder.mine.get());
}

SpinFrame& SpinningThread::push(const Engine& engine, bool pulls) noexcept {
  const std::size_t depth = depth_.load(std::memory_order_relaxed);
  SpinFrame& frame = frames_[std::min(depth, kMost)];
  if (depth < kMost) frame.enter(&engine, pulls);
  depth_.store(depth + 1, std::memory_order_release);
  return frame;
}

void SpinningThread::pop() noexcept {
  const std::size_t depth = depth_.load(std::memory_order_relaxed) - 1;
  depth_.store(depth, std::memory_order_release);
  if (depth < kMost) frames_[depth].enter(nullptr, false);
}

SpinFrame* SpinningThread::running_here() noexcept {
  SpinningThread* const mine = here_;
  if (mine == nullptr) return nullptr;
  const std::size_t depth = mine->depth_.load(std::memory_order_relaxed);
  if (depth == 0 || depth > kMost) return nullptr;
  SpinFrame& frame = mine->frames_[depth - 1];
  return SpinFrame::is_running(frame.run()) ? &frame : nullptr;
}

std::span<const SpinFrame> SpinningThread::frames() const noexcept {
  return std::span(frames_).first(std::min(depth_.load(std::memory_order_acquire), kMost));
}

Watched::Watched() { registry().mutex.lock(); }
Watched::~Watched() { registry().mutex.unlock(); }
std::span<Engine* const> Watched::engines() const noexcept { return registry().engines; }
std::span<const SpinningThread* const> Watched::threads() const noexcept {
  return registry().threads;
}

WatchedEngine::WatchedEngine(Engine& engine) : engine_(engine) {
  const std::lock_guard lock(registry().mutex);
  registry().engines.push_back(&engine);
}

WatchedEngine::~WatchedEngine() {
  const std::lock_guard lock(registry().mutex);
  forget(registry().engines, &engine_);
}

}  // namespace ranvier
