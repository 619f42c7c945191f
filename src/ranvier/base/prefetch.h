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

/// For all lines from `begin` to before `end`; both may be null. Little more than an
/// instruction for each.
inline void prefetch(const void* begin, const void* end) noexcept {
  constexpr std::ptrdiff_t kLine = 64, kAtOnce = 8;
  const auto* line = static_cast<const char*>(begin);
  const auto* const last = static_cast<const char*>(end);
  for (; last - line >= kAtOnce * kLine; line += kAtOnce * kLine) {
    prefetch(line);
    prefetch(line + kLine);
    prefetch(line + 2 * kLine);
    prefetch(line + 3 * kLine);
    prefetch(line + 4 * kLine);
    prefetch(line + 5 * kLine);
    prefetch(line + 6 * kLine);
    prefetch(line + 7 * kLine);
  }
  for (; line < last; line += kLine) prefetch(line);
}

}  // namespace ranvier
