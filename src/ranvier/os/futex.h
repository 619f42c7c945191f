// The kernel's calls on a 32-bit word, of this process or of several that map it (shared_…): all
// futex calls of the core.
#pragma once

#include <time.h>

#include <atomic>
#include <cstdint>

namespace ranvier {

constexpr std::int64_t kForever = INT64_MAX;

constexpr std::uint32_t kEverySleeper = UINT32_MAX;

/// Sleeps while `word` equals `seen`, until woken or until `deadline` (steady
/// ns; kForever for none; a passed one polls). May return early.
/// @param kinds  bits of which a wake must name one, to be one for this sleeper.
/// @return false if time ran out.
/// Contract: blocks, no allocation; keeps errno. If the kernel refuses for another reason
///           than time, a signal or the word, the program ends with words that say so:
///           whoever waits in a loop would take a whole core for ever.
bool futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t seen, std::int64_t deadline,
                std::uint32_t kinds = kEverySleeper) noexcept;

/// Wakes up to `count` sleepers of these kinds. Contract: any thread, signal
/// handlers too.
void futex_wake(const std::atomic<std::uint32_t>& word, int count,
                std::uint32_t kinds = kEverySleeper) noexcept;

/// As futex_wait(), for a word in a MAP_SHARED mapping: the kernel
/// knows it by its file and offset, so another process may wake the sleeper.
/// @return false if time ran out.
/// Contract: blocks, no allocation; keeps errno. A read-only mapping will do.
bool shared_futex_wait(const std::atomic<std::uint32_t>& word, std::uint32_t seen,
                       std::int64_t deadline, std::uint32_t kinds = kEverySleeper) noexcept;

/// Wakes up to `count` sleepers of these kinds, in whatever process.
/// @return how many it woke. Contract: any thread; never blocks.
int shared_futex_wake(const std::atomic<std::uint32_t>& word, int count,
                      std::uint32_t kinds = kEverySleeper) noexcept;

/// Waits until the kernel has written the calling thread's id into `word`, which holds the id
/// of the thread that holds the lock, or until `until` (CLOCK_REALTIME). The holder gets the
/// priority of the most urgent waiter meanwhile.
/// @return 0, or an errno value. Contract: blocks, no allocation; keeps errno.
int futex_lock_pi(std::atomic<std::uint32_t>& word, const timespec& until) noexcept;

/// Hands a lock that the calling thread holds to the most urgent waiter.
/// @return 0, or an errno value. Contract: no allocation; keeps errno.
int futex_unlock_pi(std::atomic<std::uint32_t>& word) noexcept;

}  // namespace ranvier
