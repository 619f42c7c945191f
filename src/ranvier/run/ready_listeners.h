// Who hears of every arrival at an entity, beside the executor that runs it:
// wait sets, and the on-new callbacks of users.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace ranvier {

/// The listeners of one entity. Most entities have none, and ask a flag of their
/// own whether that is so: nothing of this is touched then.
///
/// Threads: all functions from any thread. A listener runs on the thread that
///          tells, under this object's recursive lock, and whatever locks that
///          thread has: it must not publish, and code of users is called by
///          after_locks.h. Lock: outside "strand".
class ReadyListeners final {
 public:
  using Listener = std::function<void(std::size_t)>;
  /// The number of an arrival among those that came while somebody listened, from 1.
  using Arrival = std::uint64_t;
  static constexpr Arrival kNobodyListens = 0;
  static constexpr Arrival kTellAll = UINT64_MAX;
  /// What there is to hear of at one moment.
  struct Seen {
    std::size_t waiting = 0;  ///< what came and nobody took
    Arrival last = 0;
  };

  /// @param any  kept at whether there are listeners; outlives this.
  explicit ReadyListeners(std::atomic<bool>& any) noexcept;
  ~ReadyListeners();
  ReadyListeners(const ReadyListeners&) = delete;
  ReadyListeners& operator=(const ReadyListeners&) = delete;

  /// `listener` hears of each arrival from now on instead of the last one of
  /// `who`. Null ends it: it is not called after this returns, unless this is
  /// called by a listener.
  void listen(const void* who, Listener listener);
  /// The same, and hears at once of what waits. Each arrival is reported to `who` once, be it by
  /// that or by tell(): a listener in place of another hears of what the other did not.
  /// @param look  takes the lock under which arrivals are added and get their numbers.
  void listen_from_now(const void* who, Listener listener, const std::function<Seen()>& look);
  /// @param arrival  who came to listen after it has seen it, and does not hear of it.
  void tell(std::size_t count, Arrival arrival = kTellAll) noexcept;

 private:
  struct Listeners;
  Listeners& listeners();
  // @return the last listener of `who`, which must not be destroyed under the lock.
  static std::shared_ptr<Listener> put(Listeners& to, const void* who, Listener listener);

  std::atomic<bool>& any_;
  std::atomic<Listeners*> listeners_{nullptr};  // made with the first listener
};

}  // namespace ranvier
