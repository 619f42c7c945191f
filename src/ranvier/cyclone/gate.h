// Lets calls through to an object that may be destroyed, until it is closed.
#pragma once

#include <atomic>
#include <cstdint>

#include "ranvier/os/fork.h"

namespace ranvier::cyclone {

/// Counts the calls that are inside; close() waits until they have left.
///
/// A callback may close its own gate: the calls of the closing thread are not
/// waited for. Neither are those that a parent's threads were in, in a child of fork().
///
/// Threads:  all functions from any thread; entering is one atomic add.
/// Lifetime: must outlive every call.
class Gate final {
 public:
  /// A call through the gate, for a scope. It may go on only if open().
  class Pass final {
   public:
    explicit Pass(Gate& gate) noexcept;
    ~Pass();
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    bool open() const noexcept { return open_; }

   private:
    friend class Gate;
    Gate& gate_;
    Pass* outer_;  // the calls of this thread, innermost first
    bool open_;
  };

  /// No call is inside, and none comes in, once this returns.
  /// Contract: blocks until calls of other threads are out.
  void close() noexcept;
  bool closed() const noexcept { return state_.load(std::memory_order_acquire) & kClosed; }

  /// True while this thread is inside any gate: then it may hold locks of DDS.
  static bool this_thread_is_inside() noexcept;

 private:
  static constexpr std::uint32_t kClosed = 1u << 31;
  std::uint32_t calls_of_this_thread() const noexcept;
  std::atomic<std::uint32_t> state_{0};
  const MakingProcess made_by_;
};

}  // namespace ranvier::cyclone
