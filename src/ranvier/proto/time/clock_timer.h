// Timers that go by a clock of ROS time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "ranvier/node/clock.h"
#include "ranvier/run/timer.h"

namespace ranvier {

/// A timer that somebody stops and starts, and that a SimulatedDrive may drive.
class ClockTimer : public Timer {
 public:
  using Timer::Timer;
  std::atomic<bool> stopped{true};

  /// True if it is not for the engine to run: who waits by himself looks whether it is due,
  /// and is asked to look. Contract: any thread.
  virtual bool tell_waiting() { return false; }
};

/// Drives a timer by simulated time while its clock is overridden.
///
/// Threads:  any. The jump callback runs on the thread that sets the time.
/// Lifetime: the destructor waits for a jump that is under way.
class SimulatedDrive final {
 public:
  SimulatedDrive(std::shared_ptr<Clock> clock, Ref<ClockTimer> timer);
  ~SimulatedDrive();
  SimulatedDrive(const SimulatedDrive&) = delete;
  SimulatedDrive& operator=(const SimulatedDrive&) = delete;

  bool active() const { return clock_->overridden(); }
  /// First due one period from now.
  void start();
  std::int64_t time_until_due() const;
  /// Nanoseconds since call() or since it was due; at first since this was made.
  std::int64_t since_last_call() const;
  /// Moves on to the next period, due or not.
  void call();

 private:
  void on_jump(const ClockJump& jump);
  bool fire(std::int64_t now, bool went_back);
  void advance(std::int64_t now);

  const std::shared_ptr<Clock> clock_;
  const Ref<ClockTimer> timer_;
  mutable std::mutex mutex_;
  std::int64_t deadline_ = 0;               // under mutex_, as the next
  std::int64_t last_call_ = clock_->now();  // or when it was made
  std::uint64_t jump_ = 0;
};

/// Starts the timer, or starts it again, by the clock that drives it now.
/// @param drive  null for one that goes by the steady clock alone.
void start(ClockTimer& timer, SimulatedDrive* drive);
/// Nanoseconds until it is due; negative if overdue.
std::int64_t time_until_due(const ClockTimer& timer, const SimulatedDrive* drive);

}  // namespace ranvier
