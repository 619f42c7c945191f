// The one lock of the runtime: four bytes, spinning first, priority-inheriting.
#pragma once

#include <atomic>
#include <cstdint>

#include "ranvier/base/annotations.h"
#include "ranvier/os/lock_order.h"

namespace ranvier {

/// A mutex whose holder inherits the priority of whoever waits for it, so that
/// a low-priority thread cannot hold up the hot path for longer than its few
/// instructions inside. Without contention it is one compare-exchange on each
/// side; under it, a short spin and then a PI futex (futex(2), "Priority-
/// inheritance futexes"). Not recursive.
///
/// Each has a name, which says where it stands in the order of locks (lock_order.h).
class RANVIER_CAPABILITY("mutex") Mutex final {
 public:
  explicit constexpr Mutex(const char* name) noexcept : place_(name) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  /// @throws std::system_error if the lock can never be had: owner_dead if its holder
  ///   ended without releasing it, or is a thread of the process that this one was forked
  ///   from, and for all who ask after that; resource_deadlock_would_occur if the calling
  ///   thread has it, or waits for it in a circle of threads. In code that is noexcept
  ///   that ends the program, with the words of the error.
  RANVIER_HOT_INLINE void lock() RANVIER_ACQUIRE() {
    place_.ask();
    const std::uint32_t me = thread_id_;
    std::uint32_t nobody = 0;
    if (me == 0 || !owner_.compare_exchange_strong(nobody, me, std::memory_order_acquire,
                                                   std::memory_order_relaxed)) {
      lock_slowly();
    }
    place_.taken();
  }
  RANVIER_HOT_INLINE bool try_lock() noexcept RANVIER_TRY_ACQUIRE(true) {
    const std::uint32_t me = thread_id_;
    std::uint32_t nobody = 0;
    const bool taken = me == 0
                           ? try_lock_slowly()
                           : owner_.compare_exchange_strong(nobody, me, std::memory_order_acquire,
                                                            std::memory_order_relaxed);
    if (taken) place_.taken();
    return taken;
  }
  /// True if the calling thread has it.
  bool held_here() const noexcept {
    return (owner_.load(std::memory_order_relaxed) & kThread) == this_thread();
  }
  /// Contract: the calling thread has it. Else the program ends, with words that say so.
  RANVIER_HOT_INLINE void unlock() noexcept RANVIER_RELEASE() {
    place_.given();
    const std::uint32_t me = thread_id_;
    std::uint32_t mine = me;
    if (me == 0 || !owner_.compare_exchange_strong(mine, 0, std::memory_order_release,
                                                   std::memory_order_relaxed)) {
      unlock_slowly();
    }
  }

 private:
  static constexpr std::uint32_t kThread = 0x3FFFFFFF;  // FUTEX_TID_MASK: the rest says who waits

  static std::uint32_t this_thread() noexcept {
    const std::uint32_t id = thread_id_;
    return id != 0 ? id : learn_thread_id();
  }
  RANVIER_COLD static std::uint32_t learn_thread_id() noexcept;
  RANVIER_COLD void lock_slowly();
  RANVIER_COLD bool try_lock_slowly() noexcept;
  RANVIER_COLD void unlock_slowly() noexcept;
  bool take(std::uint32_t me) noexcept;
  bool take_soon(std::uint32_t me) noexcept;
  void wait_for_turn(std::uint32_t me, const void* caller);

  // 0 until it is learned, and for ever where a race checker is told of every use: then all
  // of them go the slow way, and the fast one need not ask.
  // constinit: other files need not ask whether it has been made yet.
  static constinit thread_local std::uint32_t thread_id_;

  // The holder's thread id, as the kernel's PI protocol wants it; 0: free.
  std::atomic<std::uint32_t> owner_{0};
  [[no_unique_address]] LockPlace place_;
};

#ifndef RANVIER_CHECK_LOCKS
static_assert(sizeof(Mutex) == 4);
#endif

/// Holds a Mutex for a scope.
class RANVIER_SCOPED_CAPABILITY Lock final {
 public:
  RANVIER_HOT_INLINE explicit Lock(Mutex& mutex) RANVIER_ACQUIRE(mutex) : mutex_(mutex) {
    mutex_.lock();
  }
  RANVIER_HOT_INLINE ~Lock() RANVIER_RELEASE() { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace ranvier
