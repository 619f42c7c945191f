// A hint to the processor, no more.
#pragma once

#include <cstddef>

#include "ranvier/base/annotations.h"

namespace ranvier {

/// Asks for the cache line behind `address` without waiting for it. For what is
/// touched soon, after a pause: many lines come in the time of one. No fault, whatever
/// the address is.
///
/// Not the compiler's builtin: to it a function that only gives hints does nothing, and
/// its calls go.
RANVIER_HOT_INLINE void prefetch(const void* address) noexcept {
#if defined(__x86_64__)
  asm volatile("prefetcht0 %a0" : : "p"(address));
#elif defined(__aarch64__)
  asm volatile("prfm pldl1keep, [%0]" : : "r"(address));
#else
  __builtin_prefetch(address);
#endif
}

/// The same of code: as far as the second cache, from which the first one for code is
/// filled. In the first one for data it would take the place of what is needed there.
RANVIER_HOT_INLINE void prefetch_code(const void* address) noexcept {
#if defined(__x86_64__)
  asm volatile("prefetcht1 %a0" : : "p"(address));
#elif defined(__aarch64__)
  asm volatile("prfm pldl2keep, [%0]" : : "r"(address));
#else
  __builtin_prefetch(address, 0, 2);
#endif
}

inline constexpr std::size_t kCacheLine = 64;  ///< bytes

/// Gives a hint, one of the above, for the `count` lines from `line` on. Not unrolled: the
/// loop itself is found again after each sleep, line by line.
template <void (*kHint)(const void*) noexcept>
RANVIER_HOT_INLINE void prefetch_lines(const void* line, std::size_t count) noexcept {
  const auto* at = static_cast<const char*>(line);
  for (; count != 0; --count, at += kCacheLine) kHint(at);
}

/// The lines that `size` bytes take; of none, none.
constexpr std::size_t lines_of(std::size_t size) noexcept {
  return (size + kCacheLine - 1) / kCacheLine;
}

}  // namespace ranvier
