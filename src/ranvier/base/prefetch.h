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

inline constexpr std::size_t kCacheLine = 64;  ///< bytes

/// The same for the `count` lines from `line` on.
RANVIER_HOT_INLINE void prefetch_lines(const void* line, std::size_t count) noexcept {
  const auto* at = static_cast<const char*>(line);
  for (; count != 0; --count, at += kCacheLine) prefetch(at);
}

/// The lines that `size` bytes take; of none, none.
constexpr std::size_t lines_of(std::size_t size) noexcept {
  return (size + kCacheLine - 1) / kCacheLine;
}

}  // namespace ranvier
