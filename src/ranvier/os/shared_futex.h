// Sleeping on a 32-bit word that several processes map.
#pragma once

#include "ranvier/os/futex.h"

namespace ranvier {

/// As futex_wait() (os/futex.h), for a word in a MAP_SHARED mapping: the kernel
/// knows it by its file and offset, so another process may wake the sleeper.
/// @return false if time ran out.
/// Contract: blocks, no allocation; keeps errno. A read-only mapping will do.
bool shared_futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t seen,
                       std::int64_t deadline, std::uint32_t kinds = kEverySleeper) noexcept;

/// Wakes up to `count` sleepers of these kinds, in whatever process.
/// @return how many it woke. Contract: any thread; never blocks.
int shared_futex_wake(const std::atomic<std::uint32_t>& word, int count,
                      std::uint32_t kinds = kEverySleeper) noexcept;

}  // namespace ranvier
