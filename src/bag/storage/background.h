// A thread that does one thing after the other, for who must not wait for a disk.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "ranvier/base/result.h"

namespace ranvier::bag {

/// Runs tasks in order, on a thread that begins with the first one.
///
/// Threads:  run() and wait() from one thread at a time. Tasks must not throw.
/// Lifetime: the destructor runs what is left, and joins.
class Background final {
 public:
  Background() = default;
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Runs `task` soon; where the system has no thread left, now and here.
  void run(std::function<void()> task);
  /// Waits until all tasks have run. What they wrote can be read then.
  void wait();

 private:
  void loop();

  std::mutex mutex_;  // nothing is locked under it
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool running_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace ranvier::bag
