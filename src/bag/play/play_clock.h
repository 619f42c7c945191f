// The time of a bag that is played: real time, at a rate, with pauses and jumps.
#pragma once

#include <atomic>
#include <cstdint>

#include "ranvier/base/annotations.h"
#include "ranvier/os/mutex.h"

namespace ranvier::bag {

/// Says when a message of a bag is due.
///
/// Each wait ends at a moment that is computed from the last change, so that errors of waits do
/// not add up.
///
/// Threads: wait_until() on any number; all else on any. Lock: "bag play clock".
class PlayClock final {
 public:
  /// @param begin  time of the bag at which it stands now, ns.
  /// @param rate   seconds of the bag in one second; more than 0.
  PlayClock(std::int64_t begin, double rate, bool paused);

  /// Time of the bag, ns.
  std::int64_t now() const;
  /// @return false, and nothing changes, unless it is more than 0 and finite.
  bool set_rate(double rate);
  double rate() const;
  void pause();
  void resume();
  bool paused() const;
  /// It goes on from `time` (of the bag, ns), paused or not as it was.
  void jump(std::int64_t time);
  /// Ends every wait: whoever waits looks what is to be done.
  void wake();
  /// How often something changed: for wait_until().
  std::uint32_t changes() const noexcept { return changes_.load(std::memory_order_acquire); }

  /// Sleeps until the bag's time is `time`, or something changed since `seen` changes.
  /// @return whether it is that late. Contract: blocks, while paused for as long as nothing
  ///         changes.
  bool wait_until(std::int64_t time, std::uint32_t seen) const;

 private:
  std::int64_t at(std::int64_t steady) const RANVIER_REQUIRES(mutex_);
  std::int64_t deadline_of(std::int64_t time) const RANVIER_REQUIRES(mutex_);
  void change(bool paused, double rate) RANVIER_REQUIRES(mutex_);

  mutable Mutex mutex_{"bag play clock"};
  std::int64_t bag_ RANVIER_GUARDED_BY(mutex_);     // time of the bag, when
  std::int64_t steady_ RANVIER_GUARDED_BY(mutex_);  // this was the steady time
  double rate_ RANVIER_GUARDED_BY(mutex_);
  bool paused_ RANVIER_GUARDED_BY(mutex_);
  std::atomic<std::uint32_t> changes_{0};  // wait_until() sleeps on it
};

}  // namespace ranvier::bag
