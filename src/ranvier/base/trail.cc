#include "ranvier/base/trail.h"

#include <algorithm>

#include "ranvier/base/prefetch.h"

namespace ranvier {
namespace {

constexpr std::uintptr_t kLine = 64;
constexpr std::uintptr_t kStack = 1280;  // so deep go the calls of a message

RANVIER_HOT_INLINE void ask(const char* line, std::uintptr_t following) noexcept {
  prefetch(line);
  for (; following != 0; --following) prefetch(line += kLine);
}

}  // namespace

constinit thread_local Trail Trail::here_;

// Never inline: as often as it is called, its code would be most of the way.
[[gnu::noinline]] RANVIER_HOT void Trail::pass(const void* begin, std::size_t size) noexcept {
  const std::uint32_t at = here_.count_;
  if (at >= kMost) return;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = address / kLine;
  const std::uintptr_t last = (address + size - 1) / kLine;
  here_.places_[at] = first * kLine | ((last - first) & (kLine - 1));
  here_.count_ = at + 1;
}

RANVIER_HOT void Trail::pass_long(const char* begin, const char* end) noexcept {
  while (begin != end && open()) {
    const auto size = std::min<std::size_t>(kLongest, static_cast<std::size_t>(end - begin));
    pass(begin, size);
    begin += size;
  }
}

RANVIER_HOT void Trail::follow() noexcept {
  // A timer's way is short, and begins like a message's: what lies behind it fades.
  const std::uint32_t noted = here_.count_ == kNotYet ? 0 : here_.count_;
  here_.known_ = std::max(noted, here_.known_ == 0 ? 0 : here_.known_ - 1);
  here_.count_ = 0;
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
