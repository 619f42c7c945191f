#include "ranvier/os/mutex.h"

#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>

#include "ranvier/base/for_c.h"
#include "ranvier/base/race_checker.h"
#include "ranvier/os/futex.h"
#include "ranvier/os/lock_error.h"

namespace ranvier {
namespace {

// Longer than any critical section of ours, far shorter than a system call's
// way to the other core and back.
constexpr int kSpins = 100;
// After so many seconds a waiter looks whether the holder still lives.
constexpr time_t kPatience = 1;

constinit thread_local std::uint32_t own_id = 0;

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Waits for its turn, not for ever; the kernel then writes our id into the word.
int wait_a_while(std::atomic<std::uint32_t>& word) noexcept {
  timespec until;
  ::clock_gettime(CLOCK_REALTIME, &until);  // the clock that this operation takes
  until.tv_sec += kPatience;
  return futex_lock_pi(word, until);
}

// The kernel knows a holder by its number, in whatever process.
bool is_of_this_process(std::uint32_t thread) noexcept {
  return ::tgkill(::getpid(), static_cast<pid_t>(thread), 0) == 0 || errno != ESRCH;
}

bool may_go_on(int error) noexcept {
  return error == EINTR || error == EAGAIN || error == ETIMEDOUT;
}

}  // namespace

constinit thread_local std::uint32_t Mutex::thread_id_ = 0;

std::uint32_t Mutex::learn_thread_id() noexcept {
  // After a fork the child's only thread has another id.
  static const int forks =
      ::pthread_atfork(nullptr, nullptr, for_c([] { thread_id_ = own_id = 0; }));
  static_cast<void>(forks);
  if (own_id == 0) own_id = static_cast<std::uint32_t>(::gettid());
  if (!race_checker::must_be_told()) thread_id_ = own_id;
  return own_id;
}

bool Mutex::take(std::uint32_t me) noexcept {
  std::uint32_t nobody = 0;
  return owner_.compare_exchange_strong(nobody, me, std::memory_order_acquire,
                                        std::memory_order_relaxed);
}

bool Mutex::take_soon(std::uint32_t me) noexcept {
  for (int i = 0; i < kSpins; ++i) {
    if (owner_.load(std::memory_order_relaxed) == 0 && take(me)) return true;
    pause();
  }
  return false;
}

void Mutex::lock_slowly() {
  const std::uint32_t me = this_thread();
  if (!take_soon(me)) wait_for_turn(me, __builtin_return_address(0));
  race_checker::acquired(this);
}

bool Mutex::try_lock_slowly() noexcept {
  const bool taken = take(this_thread());
  if (taken) race_checker::acquired(this);
  return taken;
}

// A lock whose holder has ended stays with whoever finds that out, and FUTEX_OWNER_DIED in
// its word: nobody gets it any more, and all who want it learn why.
void Mutex::wait_for_turn(std::uint32_t me, const void* caller) {
  std::uint32_t holder = 0;
  for (int error = EAGAIN;; error = wait_a_while(owner_)) {
    // acquire: pairs with the holder's unlock, for checkers too.
    const std::uint32_t word = owner_.load(std::memory_order_acquire);
    const bool died = (word & FUTEX_OWNER_DIED) != 0;
    if (!died) holder = word & kThread;
    // Of the thread of another process some kernels say so; others wait for it.
    const bool look = (error == ETIMEDOUT || error == EPERM) && holder != 0;
    if (died || error == ESRCH || (look && !is_of_this_process(holder))) {
      throw_holder_gone(this, holder, caller);
    }
    if (error == 0) break;
    if (error == EDEADLK) throw_deadlock(this, holder, holder == me, caller);
    if (!may_go_on(error)) throw_lock_refused(this, error, caller);
  }
  std::atomic_thread_fence(std::memory_order_acquire);
}

void Mutex::unlock_slowly() noexcept {
  const std::uint32_t me = this_thread();
  race_checker::released(this);
  std::uint32_t mine = me;
  if (owner_.compare_exchange_strong(mine, 0, std::memory_order_release,
                                     std::memory_order_relaxed)) {
    return;
  }
  // Release in the word itself: the waiter's acquire reads what we write here.
  owner_.fetch_or(0, std::memory_order_release);
  while (const int error = futex_unlock_pi(owner_)) {
    if (may_go_on(error)) continue;
    throw_not_held(this, mine & kThread, __builtin_return_address(0));  // out of noexcept
  }
}

}  // namespace ranvier
