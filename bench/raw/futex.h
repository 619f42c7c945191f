// The system call that raw's hand-overs sleep and wake by.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace ranvier::bench {

/// futex(2) without a timeout. Contract: any thread; FUTEX_WAIT blocks.
inline long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) noexcept {
  return syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

/// Sleeps while the word is `value`, until that time of CLOCK_MONOTONIC; 0 for no end. Private to the
/// process. Contract: any thread.
inline void futex_until(std::atomic<std::uint32_t>& word, std::uint32_t value,
                        std::int64_t until_ns) noexcept {
  const timespec until{until_ns / 1'000'000'000, until_ns % 1'000'000'000};
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, value, until_ns == 0 ? nullptr : &until,
          nullptr, FUTEX_BITSET_MATCH_ANY);
}

}  // namespace ranvier::bench
