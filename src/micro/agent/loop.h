// The one thread of the agent's sockets: it waits for all of them at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "ranvier/base/result.h"

namespace ranvier::micro {

/// Milliseconds of the steady clock.
std::int64_t steady_ms() noexcept;
/// No such moment.
inline constexpr std::int64_t kNever = INT64_MAX;

class Timer;

/// Threads: run() on one, with all of what it calls; wake() and stop() on any, also in a
/// signal handler.
class Loop {
 public:
  static Result<std::unique_ptr<Loop>> open();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  /// Calls `readable` whenever there is something to read, or the file is hung up.
  /// @return the system's error, 0 for none.
  int add(int file, std::function<void()> readable);
  /// Whether the callback is called also when the file takes something. Contract: it is added.
  void watch_room(int file, bool wanted);
  /// Contract: also out of its own callback.
  void remove(int file);
  /// Runs until stop(). @param tick  called when it is `due`, but kTickMs after the last time at
  /// the soonest. @param woken  called after wake(). @param due  a moment of steady_ms(), which
  /// may change with all that is called here; kNever.
  void run(const std::function<void()>& tick, const std::function<void()>& woken,
           const std::function<std::int64_t()>& due);
  void wake() noexcept;
  void stop() noexcept;

  static constexpr int kTickMs = 20;

 private:
  friend class Timer;
  Loop(int poll, int event) : poll_(poll), event_(event) {}
  void wait(std::int64_t until, const std::function<void()>& woken);
  std::int64_t first_timer() const;
  void run_timers(std::int64_t now);

  const int poll_, event_;
  std::map<int, std::shared_ptr<std::function<void()>>> files_;
  std::set<Timer*> timers_;
  std::atomic<bool> stopped_{false};
};

/// Calls a function once at a moment. Threads: that of the loop.
/// Contract: the loop outlives it, and it outlives each call of a timer.
class Timer {
 public:
  Timer(Loop& loop, std::function<void()> then) : loop_(loop), then_(std::move(then)) {
    loop_.timers_.insert(this);
  }
  ~Timer() { loop_.timers_.erase(this); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  /// @param when  a moment of steady_ms(), in place of the one before; kNever.
  void set(std::int64_t when) { when_ = when; }
  std::int64_t when() const { return when_; }

 private:
  friend class Loop;
  Loop& loop_;
  const std::function<void()> then_;
  std::int64_t when_ = kNever;
};

}  // namespace ranvier::micro
