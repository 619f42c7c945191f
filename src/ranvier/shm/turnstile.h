// A door for many that one closes for a moment.
#pragma once

#include <atomic>

#include "ranvier/base/annotations.h"
#include "ranvier/os/mutex.h"

namespace ranvier::shm {

/// Many pass at once. Who closes it learns whether anybody is inside, and holds the next ones
/// back; it waits for nobody.
///
/// Who is held back sleeps, and lends its priority (mutex.h): a thread under SCHED_FIFO on the
/// core of the one that closed it would otherwise wait for what it keeps from running.
///
/// Threads: any. A Pass may be inside another of its thread.
class Turnstile final {
 public:
  /// Inside from the constructor to the destructor.
  /// Contract: no system call and no lock while it is open. seq_cst here and in Closed: of "I
  /// am inside" and "it is closed", one must see the other (store-load on both sides).
  class Pass final {
   public:
    RANVIER_HOT_INLINE explicit Pass(Turnstile& by) : by_(by) {
      by_.inside_.fetch_add(1);
      if (by_.closed_.load()) [[unlikely]]
        wait();
    }
    ~Pass() { by_.inside_.fetch_sub(1); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;

   private:
    RANVIER_COLD void wait() {
      do {
        by_.inside_.fetch_sub(1);
        { const Lock until_open(by_.closing_); }
        by_.inside_.fetch_add(1);
      } while (by_.closed_.load());
    }

    Turnstile& by_;
  };

  /// Closed from the constructor to the destructor.
  /// Contract: one thread at a time; others that close it wait.
  class Closed final {
   public:
    explicit Closed(Turnstile& of) : of_(of), lock_(of.closing_) { of_.closed_.store(true); }
    ~Closed() { of_.closed_.store(false); }
    Closed(const Closed&) = delete;
    Closed& operator=(const Closed&) = delete;
    /// Whether nobody was inside then; whoever comes now waits.
    bool empty() const noexcept { return of_.inside_.load() == 0; }

   private:
    Turnstile& of_;
    const Lock lock_;
  };

 private:
  std::atomic<int> inside_{0};
  std::atomic<bool> closed_{false};
  Mutex closing_{"turnstile"};  // held while it is closed
};

}  // namespace ranvier::shm
