// How much of the heap this process has taken.
#pragma once

#include <malloc.h>

#include <cstddef>

// There with AddressSanitizer and ThreadSanitizer alone, whose heap mallinfo2() does not see.
extern "C" std::size_t __attribute__((weak)) __sanitizer_get_current_allocated_bytes();

namespace ranvier::support {

inline std::size_t heap_bytes() {
  if (__sanitizer_get_current_allocated_bytes) return __sanitizer_get_current_allocated_bytes();
  return ::mallinfo2().uordblks;
}

}  // namespace ranvier::support
