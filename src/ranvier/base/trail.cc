#include "ranvier/base/trail.h"

#include <algorithm>

namespace ranvier {

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
void Trail::end_noting() noexcept {
  known_ = std::max(count_, known_ == 0 ? 0 : known_ - 1);
  count_ = kClosed;
}

}  // namespace ranvier
