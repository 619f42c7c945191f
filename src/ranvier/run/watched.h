// What may be looked at from outside: the engines of the process, and what the threads that spin
// them do.
//
// A thread writes into its own frames as it runs callbacks, and does nothing more for who looks:
// two stores to its own memory for each callback, no lock.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "ranvier/base/annotations.h"

namespace ranvier {

class Engine;
class Work;

/// What a callback may wait for that only a callback can bring, and that says so itself.
enum class WaitsFor : std::uint8_t {
  kNothing,
  kReply,   ///< that a client brings; the object is the Client
  kServer,  ///< a server for a client; the object is the Client
  kFuture,  ///< the object is the state of a std::future (awaited.h)
};

/// One spin*() that a thread is inside of, and the callback that it runs there.
///
/// Threads: written by the thread that it is of; read by all.
/// Order:   a thread that ran a callback of an engine locks that engine's mutex between end()
///          and letting go of the work. So who has that mutex and sees a callback under way
///          (running(), then engine) may use its work.
class SpinFrame final {
 public:
  /// @param pulls  somebody else decides which threads run the engine's callbacks.
  void enter(const Engine* engine, bool pulls) noexcept {
    pulls_.store(pulls, std::memory_order_relaxed);
    engine_.store(engine, std::memory_order_release);
  }
  RANVIER_HOT_INLINE void begin(const Work& work) noexcept {
    work_.store(&work, std::memory_order_relaxed);
    run_.store(run_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }
  /// Nothing happens if no callback is under way.
  RANVIER_HOT_INLINE void end() noexcept {
    const std::uint32_t run = run_.load(std::memory_order_relaxed);
    if (is_running(run)) run_.store(run + 1, std::memory_order_release);
  }

  /// The number of the callback under way or, if it is even, of none.
  std::uint32_t run() const noexcept { return run_.load(std::memory_order_acquire); }
  static bool is_running(std::uint32_t run) noexcept { return (run & 1) != 0; }
  const Work* work() const noexcept { return work_.load(std::memory_order_relaxed); }
  const Engine* engine() const noexcept { return engine_.load(std::memory_order_acquire); }
  bool pulls() const noexcept { return pulls_.load(std::memory_order_relaxed); }

  struct Wait {
    WaitsFor what = WaitsFor::kNothing;
    const void* object = nullptr;
  };
  /// @return what it was before.
  Wait set_wait(Wait wait) noexcept;
  Wait wait() const noexcept;

 private:
  std::atomic<const Engine*> engine_{nullptr};
  std::atomic<bool> pulls_{false};
  std::atomic<const Work*> work_{nullptr};
  std::atomic<std::uint32_t> run_{0};  // odd: work_ runs
  std::atomic<WaitsFor> waits_for_{WaitsFor::kNothing};
  std::atomic<const void*> awaited_{nullptr};
};

/// The frames of one thread, outermost first. A callback may spin another engine, so they nest;
/// what lies deeper than kMost is not seen.
class SpinningThread final {
 public:
  static constexpr std::size_t kMost = 6;

  /// That of the calling thread. The first call of a thread allocates.
  static SpinningThread& here() {
    SpinningThread* const mine = here_;
    return mine != nullptr ? *mine : make();
  }
  SpinFrame& push(const Engine& engine, bool pulls) noexcept;
  void pop() noexcept;
  /// The frame whose callback the calling thread is in; null if it is in none.
  static SpinFrame* running_here() noexcept;

  pid_t id() const noexcept { return id_; }
  /// Contract: any thread, under a Watched.
  std::span<const SpinFrame> frames() const noexcept;

 private:
  struct Holder;
  explicit SpinningThread(pid_t id) noexcept : id_(id) {}
  static SpinningThread& make();
  static constinit thread_local SpinningThread* here_;

  const pid_t id_;
  std::atomic<std::size_t> depth_{0};
  std::array<SpinFrame, kMost + 1> frames_;  // the last stands for all that lie deeper
};

/// While it lives no engine and no SpinningThread of the process begins or ends.
///
/// Threads: any, one at a time; the mutexes of engines are taken inside.
class Watched final {
 public:
  Watched();
  ~Watched();
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  std::span<Engine* const> engines() const noexcept;
  std::span<const SpinningThread* const> threads() const noexcept;
};

/// Enters an engine into what is watched, for as long as it lives. To be an engine's last member.
class WatchedEngine final {
 public:
  explicit WatchedEngine(Engine& engine);
  ~WatchedEngine();
  WatchedEngine(const WatchedEngine&) = delete;
  WatchedEngine& operator=(const WatchedEngine&) = delete;

 private:
  Engine& engine_;
};

/// Says what the callback that the calling thread is in waits for, while this lives. Nothing
/// happens outside of callbacks.
class SaysWait final {
 public:
  SaysWait(WaitsFor what, const void* object) noexcept : frame_(SpinningThread::running_here()) {
    if (frame_ != nullptr) before_ = frame_->set_wait({what, object});
  }
  ~SaysWait() {
    if (frame_ != nullptr) frame_->set_wait(before_);
  }
  SaysWait(const SaysWait&) = delete;
  SaysWait& operator=(const SaysWait&) = delete;

 private:
  SpinFrame* const frame_;
  SpinFrame::Wait before_;
};

}  // namespace ranvier
