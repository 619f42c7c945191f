// A work that becomes ready by time.
#pragma once

#include <cstdint>

#include "ranvier/run/work.h"

namespace ranvier {

/// A periodic timer on an absolute steady clock.
///
/// The next deadline is the last one plus the period, so late calls do not
/// drift; periods that passed altogether are skipped. A period of zero is due
/// whenever the engine looks, one that ends after the clock does never.
///
/// Threads: all functions from any thread. Inert until start(). A subclass's
///          run() does nothing when canceled().
class Timer : public Work {
 public:
  Timer(Ref<Strand> strand, std::int64_t period_ns) noexcept;
  ~Timer() override;

  /// First due one period from now; again from now if it runs already.
  void start() { strand().start(*this); }
  /// Contract: the owner cancels a timer before dropping it.
  void cancel() noexcept { strand().cancel(*this); }
  bool canceled() const noexcept { return !armed_.load(std::memory_order_acquire); }
  bool due() const noexcept;
  /// Moves on to the next period as if it had run now. False if canceled.
  bool call() noexcept { return strand().call(*this); }
  /// Nanoseconds until the next call; negative if overdue, INT64_MAX if canceled.
  std::int64_t time_until_due() const noexcept;
  std::int64_t period() const noexcept { return period_.load(std::memory_order_relaxed); }
  /// Takes effect with the next reset() or call.
  void set_period(std::int64_t ns) noexcept { period_.store(ns, std::memory_order_relaxed); }
  /// The same. @return the period before.
  std::int64_t exchange_period(std::int64_t ns) noexcept {
    return period_.exchange(ns, std::memory_order_relaxed);
  }
  /// When the run under way was due and when it was taken, steady ns.
  std::int64_t expected_call() const noexcept {
    return expected_call_.load(std::memory_order_relaxed);
  }
  std::int64_t actual_call() const noexcept { return actual_call_.load(std::memory_order_relaxed); }

 private:
  friend class Engine;
  friend class TimerHeap;
  friend class Strand;

  Timer* as_timer() noexcept override { return this; }
  void advance(std::int64_t now) noexcept;
  void called(std::int64_t due, std::int64_t now) noexcept {
    expected_call_.store(due, std::memory_order_relaxed);
    actual_call_.store(now, std::memory_order_relaxed);
  }

  std::atomic<std::int64_t> period_;
  std::atomic<std::int64_t> deadline_{0};
  std::atomic<bool> armed_{false};
  std::size_t place_ = 0;  // in the heap, from 1; 0: not in it. Guarded by the engine,
  bool parked_ = false;    // and this: in its strand's list of parked works
  // Atomic: in a reentrant group the next run is taken while one is under way.
  std::atomic<std::int64_t> expected_call_{0};
  std::atomic<std::int64_t> actual_call_{0};
};

/// A binary heap of timers, earliest deadline first, and beside it those that
/// are parked: what they wait for is not the time. Guarded by the engine.
class TimerHeap final {
 public:
  bool empty() const noexcept { return ticking_ == 0; }          ///< but for parked ones
  std::size_t count() const noexcept { return timers_.size(); }  ///< with them
  Timer& top() const noexcept { return *timers_.front(); }
  std::int64_t next_deadline() const noexcept;  ///< kForever if empty
  bool has(const Timer& timer) const noexcept { return timer.place_ != 0; }
  void insert(Timer& timer);
  void erase(Timer& timer) noexcept;  ///< parked or not; nothing if it is not here
  void park(Timer& timer) noexcept;   ///< nothing if it is not here, or parked
  /// Back into the heap; nothing if it is not parked. Contract: no allocation.
  void unpark(Timer& timer) noexcept;
  void moved(Timer& timer) noexcept;  ///< its deadline changed
  /// Those in the heap that are due at `now`.
  template <class See>
  void for_each_due(std::int64_t now, See see) const {
    for (std::size_t i = 0; i < ticking_; ++i) {
      if (timers_[i]->deadline_.load(std::memory_order_relaxed) <= now) see(*timers_[i]);
    }
  }

 private:
  void put(std::size_t place, Timer& timer) noexcept;
  void sift_up(std::size_t place) noexcept;
  void sift_down(std::size_t place) noexcept;

  NearVector<Timer*> timers_;  // the heap, then the parked ones
  std::size_t ticking_ = 0;    // in the heap
};

}  // namespace ranvier
