// Clocks of the three kinds, and who is notified when one jumps.
//
// ROS time is system time until somebody (use_sim_time and /clock) overrides
// it; then it is what that somebody says, and may stand still or go back.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace ranvier {

enum class ClockKind : std::uint8_t { kRos, kSystem, kSteady };

/// A discontinuity of a clock.
struct ClockJump {
  enum class Change : std::uint8_t { kNone, kActivated, kDeactivated };
  Change change = Change::kNone;
  std::int64_t delta_ns = 0;  ///< new time minus old time
};

/// Which jumps a callback hears of.
struct JumpThreshold {
  bool on_change = true;             ///< activation and deactivation
  std::int64_t min_forward_ns = 0;   ///< at least this far ahead; 0: never
  std::int64_t min_backward_ns = 0;  ///< at most this (negative); 0: never
};

/// Reads a clock of one kind; of kind kRos it can be overridden.
///
/// Threads:   any, for all functions.
/// Lock order: a jump callback may take any lock, and call any function of the
///            same clock: remove itself, add others, make another jump.
class Clock final {
 public:
  explicit Clock(ClockKind kind) noexcept : kind_(kind) {}
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

  /// Nanoseconds since the epoch of this clock.
  /// Contract: any thread, wait-free, no allocation.
  std::int64_t now() const noexcept;
  ClockKind kind() const noexcept { return kind_; }

  /// Whether ROS time is what set_override() said last.
  bool overridden() const noexcept { return overridden_.load(std::memory_order_acquire); }
  /// Begins or ends the override; tells those who asked. No effect on other kinds.
  void enable_override(bool on);
  /// The time to report while overridden; tells those whose threshold it
  /// passes, and wakes sleepers. No effect on other kinds.
  void set_override(std::int64_t now_ns);

  /// Told before (`before`) and after each jump that passes the threshold.
  using JumpCallback = std::function<void(const ClockJump&, bool before)>;
  /// In a jump: it hears of the next one first. @return what remove_jump_callback() takes.
  std::uint64_t add_jump_callback(JumpThreshold threshold, JumpCallback callback);
  /// After it returns the callback is not running and will not run again; on the thread that
  /// it runs on, it ends and is let go of then. Contract: blocks while another thread runs it.
  void remove_jump_callback(std::uint64_t id);

  /// Sleeps until now() reaches `deadline_ns`, `stop` says so, the source of
  /// ROS time changes or cancel_sleep() is or was called. `stop` is asked after
  /// every wake(). @return true if the deadline was reached.
  /// Contract: blocks, no allocation.
  bool sleep_until(std::int64_t deadline_ns, const std::function<bool()>& stop);
  /// Sleeps until now() is not zero, the steady clock reaches `deadline`, or
  /// `stop` says so. @return whether now() is not zero. Contract: blocks.
  bool wait_until_started(std::chrono::steady_clock::time_point deadline,
                          const std::function<bool()>& stop);
  /// Waits until `stop` says so or now() reaches `deadline_ns`, by whichever source of time
  /// there is; a jump and wake() let it look again, cancel_sleep() does not concern it.
  /// `stop` is asked without a lock held. @return whether `stop` ended it. Contract: blocks.
  bool wait_until(std::int64_t deadline_ns, const std::function<bool()>& stop);
  /// Lets every sleeper look again.
  void wake();
  /// Ends every sleep_until() that is going on; if there is none, the next one
  /// does not begin. Calls before that count once.
  void cancel_sleep();

 private:
  struct Listener {
    std::uint64_t id;
    JumpThreshold threshold;
    JumpCallback callback;
    std::size_t calls = 0;  // under jumps_, as the next
    std::thread::id caller{};
  };
  class Call;

  void jump(const ClockJump& jump, const std::function<void()>& apply);
  void tell(const ClockJump& jump, bool before, std::uint64_t newest);
  void wait_once(std::unique_lock<std::mutex>& lock, std::int64_t deadline_ns);
  void interrupt();  // under sleep_

  const ClockKind kind_;
  std::atomic<bool> overridden_{false};
  std::atomic<std::int64_t> override_ns_{0};

  std::recursive_mutex jumping_;  // serializes jumps, of one thread in each other; outermost
  std::mutex jumps_;              // guards what follows; no callback runs under it
  std::condition_variable called_;
  std::vector<std::shared_ptr<Listener>> listeners_;  // by rising ids
  std::uint64_t last_id_ = 0;

  std::mutex sleep_;  // innermost; guards what follows
  std::condition_variable wake_;
  std::uint64_t wakes_ = 0;          // a sleeper looks again when it moves
  std::uint64_t interruptions_ = 0;  // a sleeper gives up when it moves
  std::size_t asleep_ = 0;           // in sleep_until()
  bool canceled_ = false;            // the next sleep is
};

}  // namespace ranvier
