#include "ranvier/base/trail.h"

#include <algorithm>

namespace ranvier {

constinit thread_local Trail Trail::here_;

// Each place once: who comes late for several messages passes it for each of them. But
// what was passed before a loss is needed again behind it.
void Trail::pass(Place place) noexcept {
  if (!noting()) return;
  const auto begin = here_.places_.begin() + here_.lost_at_;
  const auto end = here_.places_.begin() + here_.count_;
  if (std::find(begin, end, place) != end) return;
  *end = place;
  ++here_.count_;
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
  again_ = lost_at_;
  again_count_ = static_cast<std::uint16_t>((lost_at_ == 0 ? known_ : count_) - lost_at_);
  count_ = kClosed;
}

}  // namespace ranvier
