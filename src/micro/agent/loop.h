// The one thread of the agent's sockets: it waits for all of them at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "ranvier/base/result.h"

namespace ranvier::micro {

/// Milliseconds of the steady clock.
std::int64_t steady_ms() noexcept;
/// No such moment.
inline constexpr std::int64_t kNever = INT64_MAX;

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
  Loop(int poll, int event) : poll_(poll), event_(event) {}
  void wait(std::int64_t until, const std::function<void()>& woken);

  const int poll_, event_;
  std::map<int, std::shared_ptr<std::function<void()>>> files_;
  std::atomic<bool> stopped_{false};
};

}  // namespace ranvier::micro
