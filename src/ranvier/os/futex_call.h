// The system call under futex.h, without the way through libc.
#pragma once

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>

#include "ranvier/base/annotations.h"

namespace ranvier {

/// FUTEX_WAIT_BITSET and FUTEX_WAKE_BITSET. Leaves errno alone.
///
/// On x86-64 the instruction itself: after an idle time libc's function and its
/// errno are two more pages that a wake-up would wait for.
/// @return what the kernel returns: negative is -errno.
RANVIER_HOT_INLINE long futex_call(const std::atomic<std::uint32_t>& word, int operation,
                                   std::uint32_t value, const timespec* until,
                                   std::uint32_t kinds) noexcept {
#if defined(__x86_64__)
  long result = SYS_futex;
  register const timespec* fourth asm("r10") = until;
  register long fifth asm("r8") = 0;
  register long sixth asm("r9") = kinds;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(&word), "S"(operation), "d"(value), "r"(fourth), "r"(fifth), "r"(sixth)
               : "rcx", "r11", "memory");
  return result;
#else
  const int saved = errno;
  long result = ::syscall(SYS_futex, &word, operation, value, until, nullptr, kinds);
  if (result < 0) result = -errno;
  errno = saved;
  return result;
#endif
}

}  // namespace ranvier
