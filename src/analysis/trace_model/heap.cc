#include "analysis/trace_model/heap.h"

namespace ranvier::trace_model {

using trace_read::Event;
using trace_read::EventView;
using trace_read::field;

namespace {
constexpr std::size_t kMostLines = 64;  // what a stack has, if the trace is to be believed
}  // namespace

bool Heap::see(const EventView& event, Index run) {
  switch (event.event()) {
    case Event::ranvier_allocate: allocate(event, run); return true;
    case Event::ranvier_allocation_place: line(event); return true;
    case Event::ranvier_free: return true;  // who gave it back is nobody's question yet
    default: return false;
  }
}

AllocationPlace& Heap::place(Handle number, Index& index) {
  index = places_.find(number);
  if (index == kNone) {
    index = static_cast<Index>(model_.allocation_places.size());
    places_.put(number, index);
    model_.allocation_places.push_back({number.process, {}});
  }
  return model_.allocation_places[index];
}

void Heap::allocate(const EventView& event, Index run) {
  constexpr Event kThis = Event::ranvier_allocate;
  Allocation made{event.thread(),
                  run,
                  kNone,
                  event.time(),
                  event.word(field(kThis, "size")),
                  static_cast<int>(event.number(field(kThis, "kind")))};
  place(handle(event, field(kThis, "place")), made.place);
  model_.allocations.push_back(made);
}

// Two threads may have reported a place at once.
void Heap::line(const EventView& event) {
  constexpr Event kThis = Event::ranvier_allocation_place;
  Index index = kNone;
  AllocationPlace& of = place(handle(event, field(kThis, "place")), index);
  const std::int64_t depth = event.number(field(kThis, "depth"));
  if (depth < 0 || depth >= static_cast<std::int64_t>(kMostLines)) return;
  const auto at = static_cast<std::size_t>(depth);
  if (of.lines.size() <= at) of.lines.resize(at + 1);
  of.lines[at] = event.text(field(kThis, "symbol"));
}

}  // namespace ranvier::trace_model
