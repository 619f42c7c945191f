// Places: call stacks by number, each reported once a recording.
#pragma once

#include <cstdint>

#include "ranvier/trace/heap_watch.h"
#include "stack.h"

namespace ranvier::trace_heap {

/// The number of a stack; the same for the same return addresses, in every thread.
/// Contract: any thread, no allocation.
[[nodiscard]] std::uint64_t place_of(const Stack& stack) noexcept;

/// Tells the sink of the place, if nobody has since forget_places(). Two threads that come at once
/// may both tell. Once thousands of places are known, further ones are reported each time.
/// Contract: any thread; takes locks of the dynamic linker the first time.
void tell_place(std::uint64_t place, const Stack& stack, const trace::HeapSink& sink) noexcept;

/// Every place is new again. Contract: any thread.
void forget_places() noexcept;

}  // namespace ranvier::trace_heap
