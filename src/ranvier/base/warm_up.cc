#include "ranvier/base/warm_up.h"

#include "ranvier/base/annotations.h"
#include "ranvier/base/prefetch.h"
#include "ranvier/base/trail.h"

RANVIER_IN_WHOLE_PAGES(ranvier_hot);
RANVIER_IN_WHOLE_PAGES(ranvier_hot_turn);
RANVIER_IN_WHOLE_PAGES(ranvier_hot_out);
RANVIER_IN_WHOLE_PAGES(ranvier_hot_in);
RANVIER_IN_WHOLE_PAGES(ranvier_hot_memory);

RANVIER_GROUP_BOUNDS(ranvier_hot);
RANVIER_GROUP_BOUNDS(ranvier_hot_turn);
RANVIER_GROUP_BOUNDS(ranvier_hot_out);
RANVIER_GROUP_BOUNDS(ranvier_hot_in);

namespace ranvier {

RANVIER_HOT void warm_up(Trail& trail) noexcept {
  trail.follow();
  trail.ask();
  const auto size = static_cast<std::size_t>(__stop_ranvier_hot - __start_ranvier_hot);
  prefetch_lines<prefetch_code>(__start_ranvier_hot, lines_of(size));
}

RANVIER_HOT_PLAIN void warm_up_again() noexcept { Trail::here().ask_again(); }

void pass_turn() noexcept {
  Trail::pass_code(__start_ranvier_hot_turn, __stop_ranvier_hot_turn);
}
void pass_way_in() noexcept {
  Trail::pass_own_words();
  Trail::pass_code(__start_ranvier_hot_in, __stop_ranvier_hot_in);
}
void pass_way_out() noexcept {
  Trail::pass_own_words();
  Trail::pass_code(__start_ranvier_hot_out, __stop_ranvier_hot_out);
}

}  // namespace ranvier
