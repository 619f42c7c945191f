// A shared event in one process, and waiting for what threads do.
#pragma once

#include <algorithm>
#include <array>
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

  // As another process rings, for the strand of that number if for one. True if somebody slept,
  // who will answer then.
  bool ring_outside(WakeWord strand = kTheWatch) {
    asked_.fetch_add(1);
    return (strand != kTheWatch && wake(strand)) || wake(kTheWatch);
  }
  // As it must not ring: whether or not somebody sleeps there, nobody else is woken.
  bool ring_strand_alone(WakeWord strand) {
    asked_.fetch_add(1);
    return wake(strand);
  }
  bool slept_on(WakeWord on = kTheWatch) const { return at(on).sleepers.load() != 0; }
  int most_sleepers() const { return at(kTheWatch).most.load(); }
  int waits(WakeWord on = kTheWatch) const { return at(on).waits.load(); }
  int asked() const { return asked_.load(); }

  std::uint32_t count(WakeWord on) const noexcept override { return at(on).count.load(); }
  void wait(WakeWord on, std::uint32_t seen, std::int64_t deadline) noexcept override {
    Place& place = at(on);
    ++place.waits;
    place.most = std::max(place.most.load(), place.sleepers.fetch_add(1) + 1);
    while (place.count.load() == seen && futex_wait(place.count, seen, deadline)) {}
    place.sleepers.fetch_sub(1);
  }
  void answer() noexcept override {
    const std::lock_guard one(answering_);
    while (asked_.load() != 0) {
      asked_.fetch_sub(1);
      bring_();
    }
  }

 private:
  static constexpr std::size_t kPlaces = 64;
  struct Place {
    std::atomic<std::uint32_t> count{0};
    std::atomic<int> sleepers{0}, most{0}, waits{0};
  };
  const Place& at(WakeWord on) const { return places_[on == kTheWatch ? 0 : 1 + on % kPlaces]; }
  Place& at(WakeWord on) { return places_[on == kTheWatch ? 0 : 1 + on % kPlaces]; }

  void notify(WakeWord on) noexcept override { wake(on); }
  void notify_all() noexcept override {
    for (Place& place : places_) wake(place);
  }
  bool wake(WakeWord on) noexcept { return wake(at(on)); }
  static bool wake(Place& place) noexcept {
    place.count.fetch_add(1);
    const bool sleeps = place.sleepers.load() != 0;
    futex_wake(place.count, INT32_MAX);
    return sleeps;
  }

  const std::function<void()> bring_;
  std::mutex answering_;
  std::array<Place, 1 + kPlaces> places_;
  std::atomic<int> asked_{0};
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
