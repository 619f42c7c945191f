#include "ranvier/base/trail.h"

#include <algorithm>

namespace ranvier {

constinit thread_local Trail Trail::here_;

void Trail::pass(Place place) noexcept {
  if (noting()) here_.places_[here_.count_++] = place;
}

void Trail::pass_code(const char* begin, const char* end) noexcept {
  while (begin != end) {
    const auto size = std::min<std::size_t>(kLongest, static_cast<std::size_t>(end - begin));
    pass({begin, size, Kind::kCode});
    begin += size;
  }
}

// A timer's way is short, and begins like a message's: what lies behind it fades.
void Trail::end_noting() noexcept {
  known_ = std::max(count_, known_ == 0 ? 0 : known_ - 1);
  count_ = kClosed;
}

}  // namespace ranvier
