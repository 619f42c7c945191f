// A shared event in one process, and waiting for what threads do.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "ranvier/os/clock.h"
#include "ranvier/os/futex.h"
#include "ranvier/run/engine.h"
#include "ranvier/run/shm_event.h"

namespace ranvier::support {

/// As the host of shared memory has it: `bring` is what a ring of another process leads to.
class TestShmEvent final : public ShmEvent {
 public:
  explicit TestShmEvent(std::function<void()> bring = [] {}) : bring_(std::move(bring)) {}
  ~TestShmEvent() { uninstall(); }

  // As another process rings. True if somebody slept, who will answer then.
  bool ring_outside() {
    asked_.fetch_add(1);
    return wake();
  }
  bool slept_on() const { return sleepers_.load() != 0; }
  int most_sleepers() const { return most_.load(); }
  int waits() const { return waits_.load(); }

  std::uint32_t count() const noexcept override { return count_.load(); }
  void wait(std::uint32_t seen, std::int64_t deadline) noexcept override {
    ++waits_;
    most_ = std::max(most_.load(), sleepers_.fetch_add(1) + 1);
    while (count_.load() == seen && futex_wait(count_, seen, deadline)) {}
    sleepers_.fetch_sub(1);
  }
  void answer() noexcept override {
    const std::lock_guard one(answering_);
    while (asked_.load() != 0) {
      asked_.fetch_sub(1);
      bring_();
    }
  }

 private:
  void notify() noexcept override { wake(); }
  bool wake() noexcept {
    count_.fetch_add(1);
    const bool sleeps = sleepers_.load() != 0;
    futex_wake(count_, 1);
    return sleeps;
  }

  const std::function<void()> bring_;
  std::mutex answering_;
  std::atomic<std::uint32_t> count_{0};
  std::atomic<int> sleepers_{0}, most_{0}, asked_{0}, waits_{0};
};

template <class Condition>
void await(Condition condition) {
  while (!condition()) std::this_thread::yield();
}

/// A thread of `engine`, the calling one, wakes by a ring, which leads to `bring`, and runs one
/// work. @return whether it ran any.
inline bool woken_to(Engine& engine, std::function<void()> bring) {
  constexpr std::int64_t kPatience = 10'000'000'000;  // ns
  TestShmEvent event(std::move(bring));
  if (!event.install()) throw std::logic_error("this process has a foreign bell already");
  const std::jthread other([&] {
    await([&] { return event.slept_on(); });
    event.ring_outside();
  });
  return engine.spin_once(steady_ns() + kPatience);
}

}  // namespace ranvier::support
