// What a message touches, asked for at once.
//
// After a pause the code and the objects on its way are in no near cache: other programs
// ran, the core slept, or a large message went through. Each line that is touched then
// costs a walk through cold page tables and memory, one after the other. A hint for all of
// them costs the time of a few, because the processor fetches many at once.
// docs/decisions/0046 says why.
//
// Contract of all: any thread; no fault, no lock, no system call.
#pragma once

#include "ranvier/base/annotations.h"

namespace ranvier {

class Trail;

/// For a thread that wakes: asks for the way that it noted (trail.h), and for the code
/// that all come past who wake (RANVIER_HOT). `trail` is its own, found before it slept.
void warm_up(Trail& trail) noexcept;
/// For one that has filled a large message since: asks again for what comes after that.
/// What it passes behind the bell is not on the message's way, and would delay it.
void warm_up_again() noexcept;

/// This thread wakes for timers, or for what is queued: RANVIER_HOT_TURN is on its trail. To be asked for if
/// Trail::noting().
RANVIER_COLD void pass_turn() noexcept;
/// This thread goes the way of what another process rang for: RANVIER_HOT_IN is on its trail.
/// To be asked for if Trail::noting().
RANVIER_COLD void pass_way_in() noexcept;
/// And that of what is handed to other processes: RANVIER_HOT_OUT.
RANVIER_COLD void pass_way_out() noexcept;

/// A message of so many bytes pushes the rest out of the near caches. Of a smaller one the
/// second cache of a core has room beside it, and asking again costs more than it brings.
inline constexpr unsigned long kPushesOut = 256 * 1024;

}  // namespace ranvier
