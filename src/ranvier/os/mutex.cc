#include "ranvier/os/mutex.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ranvier/base/for_c.h"
#include "ranvier/base/trail.h"

namespace ranvier {
namespace {

// Longer than any critical section of ours, far shorter than a system call's
// way to the other core and back.
constexpr int kSpins = 100;

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

constinit thread_local std::uint32_t Mutex::thread_id_ = 0;

std::uint32_t Mutex::learn_thread_id() noexcept {
  // After a fork the child's only thread has another id.
  static const int forks = ::pthread_atfork(nullptr, nullptr, for_c([] { thread_id_ = 0; }));
  static_cast<void>(forks);
  thread_id_ = static_cast<std::uint32_t>(::syscall(SYS_gettid));
  return thread_id_;
}

void Mutex::leave_trail() noexcept { Trail::pass_begin(&thread_id_); }

void Mutex::lock_contended(std::uint32_t me) noexcept {
  for (int i = 0; i < kSpins; ++i) {
    pause();
    std::uint32_t nobody = 0;
    if (owner_.load(std::memory_order_relaxed) == 0 &&
        owner_.compare_exchange_weak(nobody, me, std::memory_order_acquire,
                                     std::memory_order_relaxed)) {
      return;
    }
  }
  // The kernel writes our id into the word when it is our turn; EINTR and
  // EAGAIN (the holder is about to exit) ask again.
  while (::syscall(SYS_futex, &owner_, FUTEX_LOCK_PI_PRIVATE, 0, nullptr, nullptr, 0) != 0) {
  }
  std::atomic_thread_fence(std::memory_order_acquire);
  owner_.load(std::memory_order_acquire);  // pairs with the holder's unlock, for checkers too
}

void Mutex::unlock_contended() noexcept {
  // Release in the word itself: the waiter's acquire reads what we write here.
  owner_.fetch_or(0, std::memory_order_release);
  ::syscall(SYS_futex, &owner_, FUTEX_UNLOCK_PI_PRIVATE, 0, nullptr, nullptr, 0);
}

}  // namespace ranvier
