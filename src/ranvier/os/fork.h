// Whether what this process holds is still its own.
#pragma once

#include <atomic>
#include <cstdint>

namespace ranvier {

namespace detail {
inline std::atomic<std::uint32_t> forks{0};
}

/// From now on forks are counted in the child. Contract: any thread, cheap after the
/// first call.
void count_forks() noexcept;

/// How often fork() led to this process from the one that first counted. What another
/// number was kept with is a parent's. Contract: any thread; no system call.
inline std::uint32_t fork_count() noexcept { return detail::forks.load(std::memory_order_relaxed); }

}  // namespace ranvier
