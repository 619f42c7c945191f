// Notices that messages inside this process come too late (DDS 1.4, 2.2.3.7).
// Pairs that go over the network are watched by their route.
#pragma once

#include <functional>

#include "ranvier/run/timer.h"

namespace ranvier {

/// Calls `missed` whenever a deadline passes without a touch().
///
/// Threads: touch() from any thread; `missed` where the strand runs, so a
///          deadline is noticed while an executor spins. `missed` must not
///          call stop().
/// Lifetime: as a Timer: stop() before dropping it.
class DeadlineWatch final : public Timer {
 public:
  /// The first touch() starts the watch: before it, nothing was promised.
  DeadlineWatch(Ref<Strand> strand, std::int64_t deadline_ns, std::function<void()> missed);

  /// A message passed. Contract: any thread, no allocation after the first.
  void touch();
  /// `missed` is not running and not called any more once this returns.
  void stop() noexcept;

 private:
  void run() override;
  void tell();
  void watch_for(std::int64_t ns);

  const std::int64_t deadline_;
  const std::function<void()> missed_;
  std::atomic<std::int64_t> last_{0};  // steady ns; 0: not started
  Mutex telling_;  // outside of all others that `missed` takes
  bool stopped_ RANVIER_GUARDED_BY(telling_) = false;
};

}  // namespace ranvier
