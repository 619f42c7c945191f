#include "ranvier/os/futex.h"
#include "ranvier/base/annotations.h"
#include "ranvier/base/race_checker.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace ranvier {
namespace {

// What the kernel returns: negative is -errno. Leaves errno alone.
long futex_call(const std::atomic<std::uint32_t>& word, int operation, std::uint32_t value,
                const timespec* until, std::uint32_t kinds) noexcept {
  const int saved = errno;
  long result = ::syscall(SYS_futex, &word, operation, value, until, nullptr, kinds);
  if (result < 0) result = -errno;
  errno = saved;
  return result;
}

// Whoever waits looks at the word and waits again: without an end, if the kernel refuses.
[[noreturn]] RANVIER_COLD void wait_failed(const std::atomic<std::uint32_t>& word, long result) {
  char text[96];
  std::snprintf(text, sizeof text,
                "The kernel does not let a thread wait for the word at %p (futex)",
                static_cast<const void*>(&word));
  throw std::system_error(static_cast<int>(-result), std::generic_category(), text);
}

RANVIER_HOT_INLINE bool wait_on(const std::atomic<std::uint32_t>& word, int operation,
                                std::uint32_t seen, std::int64_t deadline,
                                std::uint32_t kinds) noexcept {
  timespec until{};
  if (deadline != kForever) {
    if (deadline < 0) deadline = 0;
    until = {static_cast<time_t>(deadline / 1'000'000'000),
             static_cast<long>(deadline % 1'000'000'000)};
  }
  const long result =
      futex_call(word, operation, seen, deadline == kForever ? nullptr : &until, kinds);
  if (result == -EINTR) race_checker::let_signals_in();
  if (result >= 0 || result == -EAGAIN || result == -EINTR) return true;
  if (result != -ETIMEDOUT) wait_failed(word, result);
  return false;
}

RANVIER_HOT_INLINE long wake_on(const std::atomic<std::uint32_t>& word, int operation, int count,
                                std::uint32_t kinds) noexcept {
  return futex_call(word, operation, static_cast<std::uint32_t>(count), nullptr, kinds);
}

}  // namespace

// WAIT_BITSET takes an absolute time on the monotonic clock. _PRIVATE: the
// kernel finds the word by its address, and need not look up and pin its page.
RANVIER_HOT bool futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t seen,
                            std::int64_t deadline, std::uint32_t kinds) noexcept {
  return wait_on(word, FUTEX_WAIT_BITSET_PRIVATE, seen, deadline, kinds);
}

RANVIER_HOT void futex_wake(const std::atomic<std::uint32_t>& word, int count,
                            std::uint32_t kinds) noexcept {
  static_cast<void>(wake_on(word, FUTEX_WAKE_BITSET_PRIVATE, count, kinds));
}

bool shared_futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t seen,
                       std::int64_t deadline, std::uint32_t kinds) noexcept {
  return wait_on(word, FUTEX_WAIT_BITSET, seen, deadline, kinds);
}

int shared_futex_wake(const std::atomic<std::uint32_t>& word, int count,
                      std::uint32_t kinds) noexcept {
  const long woken = wake_on(word, FUTEX_WAKE_BITSET, count, kinds);
  return woken > 0 ? static_cast<int>(woken) : 0;
}

int futex_lock_pi(std::atomic<std::uint32_t>& word, const timespec& until) noexcept {
  return static_cast<int>(-futex_call(word, FUTEX_LOCK_PI_PRIVATE, 0, &until, 0));
}

int futex_unlock_pi(std::atomic<std::uint32_t>& word) noexcept {
  return static_cast<int>(-futex_call(word, FUTEX_UNLOCK_PI_PRIVATE, 0, nullptr, 0));
}

}  // namespace ranvier
