// The call stack of a thread, cheap enough for each call of malloc.
//
// Debian's libraries keep no frame pointers, and to read their unwinding tables takes
// microseconds. How far apart two frames lie is the same each time at a place of code, though,
// so it is read from the tables once, and from a table of ours from then on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ranvier::trace_heap {

inline constexpr std::size_t kMostFrames = 24;

struct Stack {
  const void* frames[kMostFrames];  ///< return addresses, the innermost first
  std::size_t count = 0;
};

/// Reads the stack of this thread from the frame on that has `at` as its next instruction and
/// `cfa` as the value of its stack pointer there. Frames beyond kMostFrames are left out.
/// Contract: any thread; no lock of ours and no allocation. What it sees for the first time takes
/// microseconds, as the unwinder is asked.
void read_stack(const void* at, const void* cfa, Stack& stack) noexcept;

}  // namespace ranvier::trace_heap
