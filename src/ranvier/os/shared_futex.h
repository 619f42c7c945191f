// Sleeping on a 32-bit word that several processes map.
#pragma once

#include "ranvier/os/futex.h"

namespace ranvier {

/// As futex_wait() (os/futex.h), for a word in a MAP_SHARED mapping: the kernel
/// knows it by its file and offset, so another process may wake the sleeper.
/// @return false if time ran out.
/// Contract: blocks, no allocation; keeps errno. A read-only mapping will do.
bool shared_futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t seen,
                       std::int64_t deadline) noexcept;

/// Wakes up to `count` sleepers, in whatever process. Contract: any thread; never blocks.
void shared_futex_wake(const std::atomic<std::uint32_t>& word, int count) noexcept;

}  // namespace ranvier
