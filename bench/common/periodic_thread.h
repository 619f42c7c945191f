// A thread that does something again and again.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace ranvier::bench {

/// Calls `what` each period, until stop(). Who is late leaves out the times that are past.
///
/// Threads: made, stopped and destroyed by one; `what` runs on its own.
class PeriodicThread final {
 public:
  PeriodicThread(std::int64_t period_ns, std::function<void()> what);
  ~PeriodicThread() { stop(); }
  PeriodicThread(const PeriodicThread&) = delete;
  PeriodicThread& operator=(const PeriodicThread&) = delete;

  /// When it returns nothing is called any more. Contract: waits for at most one call.
  void stop();

 private:
  void run();

  const std::chrono::nanoseconds period_;
  const std::function<void()> what_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;  // with mutex_
  std::thread thread_;    // last: it uses what stands above
};

}  // namespace ranvier::bench
