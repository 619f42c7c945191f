// The system call that raw's hand-overs sleep and wake by.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace ranvier::bench {

/// futex(2) without a timeout. Contract: any thread; FUTEX_WAIT blocks.
inline long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) noexcept {
  return syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

}  // namespace ranvier::bench
