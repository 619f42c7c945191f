// Notices that what was promised within a time did not come: messages within a
// deadline, signs of life within a lease (DDS 1.4, 2.2.3.7 and 2.2.3.11). Pairs
// that go over the network are watched by their route.
#pragma once

#include <functional>

#include "ranvier/run/timer.h"

namespace ranvier {

/// Calls `missed` when a deadline passes without a touch(): every deadline, or,
/// if there is an `again`, once until the next touch(), which calls `again`.
///
/// Threads: touch() from any thread; `missed` where the strand runs; `again` inside
///          touch().
///          The two never run at the same time, and must not call this object.
/// Lifetime: as a Timer: stop() before dropping it.
class DeadlineWatch final : public Timer {
 public:
  /// The first touch() starts the watch: before it, nothing was promised.
  DeadlineWatch(Ref<Strand> strand, std::int64_t deadline_ns, std::function<void()> missed,
                std::function<void()> again = nullptr);

  /// A message passed. Contract: any thread, no allocation after the first.
  void touch();
  /// Neither is running and neither is called any more once this returns.
  /// @return false if the last deadline was missed and `again` did not follow.
  bool stop() noexcept;

 private:
  void run() override;
  void tell(std::int64_t seen);
  void recover();
  void watch_for(std::int64_t ns);  // unless it is broken: then recover() goes on
  // Under the lock, so that no run under way arms it again after stop().
  void arm(std::int64_t ns) RANVIER_REQUIRES(telling_);

  const std::int64_t deadline_;
  const std::function<void()> missed_;
  const std::function<void()> again_;
  std::atomic<std::int64_t> last_{0};  // steady ns; 0: not started
  std::atomic<bool> broken_{false};    // written under telling_; with `again` only
  Mutex telling_{"deadline watch"};    // outside of all others that `missed` and `again` take
  bool stopped_ RANVIER_GUARDED_BY(telling_) = false;
};

}  // namespace ranvier
