// What a message touches, asked for at once.
//
// After a pause the code and the objects on its way are in no near cache: other programs
// ran, the core slept, or a large message went through. Each line that is touched then
// costs a walk through cold page tables and memory, one after the other. A hint for all of
// them costs the time of a few, because the processor fetches many at once.
// docs/decisions/0046 says why.
//
// Contract of all three: any thread; no fault, no lock, no call. What is there already
// costs a few cycles for each line.
#pragma once

namespace ranvier {

/// For a thread that wakes: the code that both sides share (RANVIER_HOT), and the first
/// objects of the NearHeap, which are those of a process with a few endpoints.
void warm_up() noexcept;
/// For one that is about to hand a message to other processes (RANVIER_HOT_OUT).
void warm_up_way_out() noexcept;
/// For one that was rung by another process (RANVIER_HOT_IN).
void warm_up_way_in() noexcept;

/// A message of so many bytes pushes the rest out of the near caches.
inline constexpr unsigned long kPushesOut = 64 * 1024;

}  // namespace ranvier
