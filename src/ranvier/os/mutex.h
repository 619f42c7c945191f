// The one lock of the runtime: four bytes, spinning first, priority-inheriting.
#pragma once

#include <atomic>
#include <cstdint>

#include "ranvier/base/annotations.h"

namespace ranvier {

/// A mutex whose holder inherits the priority of whoever waits for it, so that
/// a low-priority thread cannot hold up the hot path for longer than its few
/// instructions inside. Without contention it is one compare-exchange on each
/// side; under it, a short spin and then a PI futex (futex(2), "Priority-
/// inheritance futexes"). Not recursive.
///
/// Lock order of the runtime, outermost first: hub, writer, inbox, strand,
/// engine. A class that has a lock says which of these it is.
class RANVIER_CAPABILITY("mutex") Mutex final {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  RANVIER_HOT_INLINE void lock() noexcept RANVIER_ACQUIRE() {
    const std::uint32_t me = this_thread();
    std::uint32_t nobody = 0;
    if (!owner_.compare_exchange_strong(nobody, me, std::memory_order_acquire,
                                        std::memory_order_relaxed)) {
      lock_contended(me);
    }
  }
  RANVIER_HOT_INLINE bool try_lock() noexcept RANVIER_TRY_ACQUIRE(true) {
    std::uint32_t nobody = 0;
    return owner_.compare_exchange_strong(nobody, this_thread(), std::memory_order_acquire,
                                          std::memory_order_relaxed);
  }
  /// True if the calling thread has it.
  bool held_here() const noexcept {
    constexpr std::uint32_t kThread = 0x3FFFFFFF;  // FUTEX_TID_MASK: the rest says who waits
    return (owner_.load(std::memory_order_relaxed) & kThread) == this_thread();
  }
  RANVIER_HOT_INLINE void unlock() noexcept RANVIER_RELEASE() {
    std::uint32_t me = this_thread();
    if (!owner_.compare_exchange_strong(me, 0, std::memory_order_release,
                                        std::memory_order_relaxed)) {
      unlock_contended();
    }
  }

  /// What every use of one touches is on the calling thread's trail (base/trail.h).
  RANVIER_COLD static void leave_trail() noexcept;

 private:
  RANVIER_HOT_INLINE static std::uint32_t this_thread() noexcept {
    const std::uint32_t id = thread_id_;
    return id != 0 ? id : learn_thread_id();
  }
  RANVIER_COLD static std::uint32_t learn_thread_id() noexcept;
  RANVIER_COLD void lock_contended(std::uint32_t me) noexcept;
  RANVIER_COLD void unlock_contended() noexcept;

  // constinit: other files need not ask whether it has been made yet.
  static constinit thread_local std::uint32_t thread_id_;

  // The holder's thread id, as the kernel's PI protocol wants it; 0: free.
  std::atomic<std::uint32_t> owner_{0};
};

static_assert(sizeof(Mutex) == 4);

/// Holds a Mutex for a scope.
class RANVIER_SCOPED_CAPABILITY Lock final {
 public:
  RANVIER_HOT_INLINE explicit Lock(Mutex& mutex) noexcept RANVIER_ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  RANVIER_HOT_INLINE ~Lock() RANVIER_RELEASE() { mutex_.unlock(); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  Mutex& mutex_;
};

}  // namespace ranvier
