#include "ranvier/base/trail.h"

#include <algorithm>

#include "ranvier/base/prefetch.h"

namespace ranvier {
namespace {

constexpr std::uintptr_t kLine = 64;
constexpr std::uintptr_t kStack = 1280;  // so deep go the calls of a message

// A line, and those that follow.
RANVIER_HOT_INLINE void ask(const char* line, std::uintptr_t following) noexcept {
  for (; following >= 3; following -= 4) {
    prefetch(line);
    prefetch(line + kLine);
    prefetch(line + 2 * kLine);
    prefetch(line + 3 * kLine);
    line += 4 * kLine;
    if (following == 3) return;
  }
  prefetch(line);
  for (; following != 0; --following) prefetch(line += kLine);
}

}  // namespace

constinit thread_local Trail Trail::here_;

void Trail::pass(const void* begin, std::size_t size) noexcept {
  if (!noting()) return;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = address / kLine;
  const std::uintptr_t last = (address + size - 1) / kLine;
  here_.places_[here_.count_++] = first * kLine | ((last - first) & (kLine - 1));
}

void Trail::pass_long(const char* begin, const char* end) noexcept {
  while (begin != end && noting()) {
    const auto size = std::min<std::size_t>(kLongest, static_cast<std::size_t>(end - begin));
    pass(begin, size);
    begin += size;
  }
}

// A timer's way is short, and begins like a message's: what lies behind it fades.
RANVIER_COLD void Trail::end_noting() noexcept {
  known_ = std::max(count_, known_ == 0 ? 0 : known_ - 1);
  count_ = kClosed;
}

RANVIER_HOT void Trail::follow() noexcept {
  if (here_.count_ != kClosed) here_.end_noting();
  // A thread that knows nothing yet need not wait for its turn.
  if (++here_.wakes_ % kEvery == 0 || here_.known_ == 0) here_.count_ = 0;
  again();
}

[[gnu::noinline]] RANVIER_HOT void Trail::again() noexcept {
  here_.lost_ = false;
  ask(static_cast<const char*>(__builtin_frame_address(0)) - kStack, kStack / kLine);
  for (const std::uintptr_t place : known()) {
    ask(reinterpret_cast<const char*>(place & ~(kLine - 1)), place & (kLine - 1));
  }
}

}  // namespace ranvier
