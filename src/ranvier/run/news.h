// Who hears of every arrival at an entity, beside the executor that runs it:
// wait sets, and the on-new callbacks of users.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace ranvier {

/// The listeners of one entity. Most entities have none, and ask a flag of their
/// own whether that is so: nothing of this is touched then.
///
/// Threads: all functions from any thread. A listener runs on the thread that
///          tells, under this object's recursive lock, and whatever locks that
///          thread has: it must not publish, and code of users is called by
///          after_locks.h. Lock: outside "strand".
class News final {
 public:
  using Listener = std::function<void(std::size_t)>;

  /// @param any  kept at whether there are listeners; outlives this.
  explicit News(std::atomic<bool>& any) noexcept;
  ~News();
  News(const News&) = delete;
  News& operator=(const News&) = delete;

  /// `listener` hears of each arrival from now on instead of the last one of
  /// `who`. Null ends it: it is not called after this returns, unless this is
  /// called by a listener.
  void listen(const void* who, Listener listener);
  void tell(std::size_t count) noexcept;

 private:
  struct Listeners;
  Listeners& listeners();

  std::atomic<bool>& any_;
  std::atomic<Listeners*> listeners_{nullptr};  // made with the first listener
};

}  // namespace ranvier
