// The bounded queue in front of a callback: a subscription's QoS history.
#pragma once

#include "ranvier/msg/message_ring.h"
#include "ranvier/msg/qos.h"
#include "ranvier/os/mutex.h"
#include "ranvier/run/ready_listeners.h"

namespace ranvier {

/// How much a keep-all queue holds before its publishers must wait.
struct KeepAllBound {
  std::size_t samples = 10'000;
  std::size_t bytes = std::size_t{64} << 20;  ///< of encoded payload
};

/// Messages that wait for their callback, oldest first.
///
/// Keep last: a full inbox gives back its oldest message. Keep all: the bound
/// is what has_room() reports; push() itself never refuses, so the bound can be
/// passed by as many messages as publishers that checked at the same time.
///
/// Threads: all functions from any thread. Lock: "inbox" of the lock order.
/// Memory:  grows by doubling up to its depth, then allocates nothing.
class Inbox final {
 public:
  Inbox(History history, std::size_t depth, KeepAllBound bound = {});

  struct Pushed {
    MessagePtr out;  ///< the message that had to go, or null. Destroy it outside locks.
    ReadyListeners::Arrival arrival;  ///< to be told then, unless it is kNobodyListens
  };
  /// @param listened  whether somebody hears of arrivals.
  Pushed push(MessagePtr message, const std::atomic<bool>& listened);
  /// The same of one that is older than all that are in it.
  Pushed push_front(MessagePtr message, const std::atomic<bool>& listened);
  /// For who comes to listen.
  ReadyListeners::Seen seen() const noexcept;
  /// @param more  set to whether messages are left.
  /// @return null if empty.
  MessagePtr pop(bool& more);
  bool keeps_all() const noexcept { return keeps_all_; }
  bool has_room() const noexcept;
  std::size_t size() const noexcept;
  std::size_t depth() const noexcept;
  const KeepAllBound& bound() const noexcept { return bound_; }

 private:
  ReadyListeners::Arrival number(const std::atomic<bool>& listened) noexcept
      RANVIER_REQUIRES(mutex_);

  mutable Mutex mutex_{"inbox"};
  const bool keeps_all_;
  MessageRing messages_ RANVIER_GUARDED_BY(mutex_);
  std::size_t bytes_ RANVIER_GUARDED_BY(mutex_) = 0;  // counted for keep-all only
  const KeepAllBound bound_;
  ReadyListeners::Arrival arrivals_ RANVIER_GUARDED_BY(mutex_) = 0;  // that somebody listened to
};

}  // namespace ranvier
