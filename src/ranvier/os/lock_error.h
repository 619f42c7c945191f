// What is said of a lock that can never be had, or was never had.
#pragma once

#include <cstdint>

namespace ranvier {

// Each throws a std::system_error whose words name the lock by its address, the code that
// asked for it, the calling thread and the holder. `caller`: an address in that code.

/// @param holder  0: not known any more.
[[noreturn]] void throw_holder_gone(const void* lock, std::uint32_t holder, const void* caller);
/// @param itself  whether the calling thread is the holder; else threads wait in a circle.
[[noreturn]] void throw_deadlock(const void* lock, std::uint32_t holder, bool itself,
                                 const void* caller);
[[noreturn]] void throw_not_held(const void* lock, std::uint32_t holder, const void* caller);
/// The kernel does not serve the lock; `error` is its errno.
[[noreturn]] void throw_lock_refused(const void* lock, int error, const void* caller);

}  // namespace ranvier
