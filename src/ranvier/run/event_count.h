// The one word an executor sleeps on.
//
// Every source of work (a local publisher, a DDS receive thread, a timer that was
// set, a signal handler) wakes an executor the same way: it rings the executor's
// event count. The word is this process's own: its futex is private.
#pragma once

#include <atomic>
#include <cstdint>

#include "ranvier/os/futex.h"

namespace ranvier {

/// Counts rings; a sleeper wakes when the count has moved past what it saw.
///
/// Threads:  notify() from anywhere, a signal handler included; wait() from any
///           number of sleepers.
/// Order:    what was written before notify() is visible after the wait() that
///           it ends.
class EventCount final {
 public:
  // Kinds of sleepers, for owners that tell them apart.
  static constexpr std::uint32_t kLeader = 1, kFollower = 2, kAnyone = kEverySleeper;

  EventCount() = default;
  EventCount(const EventCount&) = delete;
  EventCount& operator=(const EventCount&) = delete;

  /// The number of rings so far. It wraps; compare only for equality.
  std::uint32_t count() const noexcept { return count_.load(std::memory_order_acquire); }

  /// Wakes one sleeper. Contract: wait-free; no system call when nobody sleeps.
  void notify() noexcept { notify(1); }
  /// Wakes every sleeper.
  void notify_all() noexcept { notify(INT32_MAX); }
  /// Wakes up to `sleepers` of `kinds`. The count moves for all: whoever is not
  /// asleep yet does not go to sleep.
  void notify(int sleepers, std::uint32_t kinds = kAnyone) noexcept {
    // seq_cst here and in wait(): of "I rang" and "I sleep", one must see the
    // other, or a wake-up is lost (a store then a load on both sides).
    count_.fetch_add(1, std::memory_order_seq_cst);
    if (sleepers_.load(std::memory_order_seq_cst) != 0) futex_wake(count_, sleepers, kinds);
  }

  /// Sleeps until count() differs from `seen`, or until `deadline` (steady ns,
  /// kForever for none; a passed one polls).
  /// @param seen  the count that this sleeper read before it looked for work.
  /// @param kind  of this sleeper; rings for other kinds let it sleep on.
  /// @return count() now; equal to `seen` only if time ran out.
  /// Contract: blocks, no allocation.
  [[nodiscard]] std::uint32_t wait(std::uint32_t seen, std::int64_t deadline,
                                   std::uint32_t kind = kAnyone) noexcept;

 private:
  std::atomic<std::uint32_t> count_{0};
  std::atomic<std::uint32_t> sleepers_{0};  // lets notify() skip the system call
};

static_assert(sizeof(EventCount) == 8, "it lies among what every message touches");

}  // namespace ranvier
