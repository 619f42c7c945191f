// The last step inside the route: a message into the subscription's inbox, or
// into a bounded store while a keep-all inbox has no room.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>

#include "ranvier/route/route.h"

namespace ranvier::cyclone {

/// Hands messages to a MessageSink in order per writer, also across a time
/// without room.
///
/// A store that is full makes deliver() wait: that stops the network thread, so
/// that the writers of peers fill up and block in their turn. It waits no
/// longer than `patience`, because a participant that receives nothing for a lease
/// loses its peers; then the message is dropped and reported as lost.
///
/// Threads:  deliver() from any thread, in order per writer; resume() from any.
/// Order:    its lock is taken outside the sink's locks.
class Delivery final {
 public:
  struct Limits {
    bool keep_all = false;  ///< else has_room() is not asked: the inbox drops its oldest
    std::size_t bound = 0;  ///< messages stored here
    std::chrono::nanoseconds patience{};
  };

  Delivery(MessageSink& sink, const Limits& limits) : sink_(sink), limits_(limits) {}

  void deliver(MessagePtr message) noexcept {
    if (!limits_.keep_all || (!waiting_.load(std::memory_order_acquire) && sink_.has_room())) {
      sink_.deliver(std::move(message));
    } else {
      store(std::move(message));
    }
  }

  /// The sink has room again. Contract: cheap when nothing waits.
  void resume() noexcept;
  /// Whether a message was refused on this thread since the last call, because this thread is
  /// the one that empties the sink. A writer in this process returns that to its publisher.
  static bool take_refusal() noexcept;
  /// Ends every wait; what comes later is dropped.
  void close() noexcept;

 private:
  using Held = std::unique_lock<std::mutex>;
  void store(MessagePtr message) noexcept;
  bool wait_for_place(Held& lock) noexcept;
  void drain(Held& lock) noexcept;
  void deliver_first(Held& lock) noexcept;

  MessageSink& sink_;
  const Limits limits_;
  std::atomic<int> waiting_{0};  // 1: stored_ is not empty
  std::mutex mutex_;             // guards what follows
  std::condition_variable place_;
  std::list<MessagePtr> stored_;  // mostly empty: a deque has a block even then
  bool draining_ = false;
  bool closed_ = false;
};

}  // namespace ranvier::cyclone
