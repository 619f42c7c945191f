// One measured run of a worker: matched, warm, a window, a drain, figures.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>

#include "bench/common/clock.h"
#include "bench/common/conductor.h"
#include "bench/common/payload.h"

namespace ranvier::bench {

/// The time during which messages count.
///
/// Threads: stamp() from the one publishing thread; the rest from any.
class Window final {
 public:
  /// The stamp of a message that is about to be published.
  /// Contract: wait-free, no allocation.
  Stamp stamp() noexcept {
    if (!open_.load(std::memory_order_relaxed)) return {now_ns(), 0, 0};
    const std::uint64_t sequence = sent_.fetch_add(1, std::memory_order_relaxed);
    return {now_ns(), static_cast<std::uint32_t>(sequence), 1};
  }
  void open() noexcept {
    opened_ns_.store(now_ns(), std::memory_order_relaxed);
    open_.store(true, std::memory_order_relaxed);
  }
  void close() noexcept {
    open_.store(false, std::memory_order_relaxed);
    closed_ns_.store(now_ns(), std::memory_order_relaxed);
  }
  [[nodiscard]] std::int64_t opened_ns() const noexcept { return opened_ns_; }  ///< 0: not yet
  [[nodiscard]] std::int64_t closed_ns() const noexcept { return closed_ns_; }  ///< 0: not yet
  [[nodiscard]] std::uint64_t sent() const noexcept {
    return sent_.load(std::memory_order_relaxed);
  }

 private:
  std::atomic<bool> open_{false};
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<std::int64_t> opened_ns_{0};
  std::atomic<std::int64_t> closed_ns_{0};
};

/// What a worker does in a session; a member left empty means "nothing to do".
struct Session {
  std::function<bool()> matched;            ///< every peer is there
  std::function<bool()> warm;               ///< messages arrive
  std::function<void()> going;              ///< the window is about to open, for all
  Window* window = nullptr;                 ///< of a worker that publishes
  std::uint64_t fan = 1;                    ///< deliveries per published message
  std::uint64_t among = 1;                  ///< processes that share the deliveries
  std::function<std::uint64_t()> received;  ///< of a worker that subscribes
  double drain_patience = 0.5;              ///< s without a message, then no more are expected
  bool drains_to_silence = false;           ///< nobody can say how many to expect
  std::function<void()> end;                ///< stops the measured threads
};

/// Talks with the runner through the session; on return, and before a throw,
/// the measured threads have been asked to end. Gives "sent" and "expected".
///
/// Throws std::runtime_error when peers do not match within 30 s.
/// Contract: blocks.
Findings conduct(Conductor& conductor, const Session& session);

/// Conducts on a thread of its own beside the measured ones, asleep inside the
/// window.
class SessionThread final {
 public:
  explicit SessionThread(Session session);
  ~SessionThread();
  SessionThread(const SessionThread&) = delete;
  SessionThread& operator=(const SessionThread&) = delete;

  /// Waits for the end of the session; throws what conduct() threw.
  Findings join();
  /// Says the findings to the runner. Contract: after join().
  void finish(const Findings& findings) { conductor_.finish(findings); }

 private:
  void conduct_and_keep() noexcept;

  Conductor conductor_;
  Session session_;
  Findings findings_;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace ranvier::bench
