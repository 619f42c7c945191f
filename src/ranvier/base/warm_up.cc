#include "ranvier/base/warm_up.h"

#include "ranvier/base/annotations.h"
#include "ranvier/base/near_heap.h"
#include "ranvier/base/prefetch.h"

// The linker gives these names to the bounds of a section that is named like a word of C.
// Weak: a program that links a few rooms only may have none of a group.
#define RANVIER_BOUNDS(group)                                                      \
  extern const char __start_##group[] __attribute__((weak, visibility("hidden"))); \
  extern const char __stop_##group[] __attribute__((weak, visibility("hidden")))

RANVIER_IN_WHOLE_PAGES(ranvier_hot);
RANVIER_IN_WHOLE_PAGES(ranvier_hot_out);
RANVIER_IN_WHOLE_PAGES(ranvier_hot_in);

RANVIER_BOUNDS(ranvier_hot);
RANVIER_BOUNDS(ranvier_hot_out);
RANVIER_BOUNDS(ranvier_hot_in);

namespace ranvier {

void warm_up() noexcept {
  prefetch(__start_ranvier_hot, __stop_ranvier_hot);
  const NearHeap::Span first = NearHeap::first_objects();
  prefetch(first.begin, first.end);
}
void warm_up_way_out() noexcept { prefetch(__start_ranvier_hot_out, __stop_ranvier_hot_out); }
void warm_up_way_in() noexcept { prefetch(__start_ranvier_hot_in, __stop_ranvier_hot_in); }

}  // namespace ranvier
