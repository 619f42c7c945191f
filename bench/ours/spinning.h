// How a node that nobody talks with tells the runner that it is under way.
#pragma once

namespace ranvier::bench {

/// Sends the time (ns of CLOCK_MONOTONIC, eight bytes) to the Unix datagram socket that
/// RANVIER_BENCH_SPINNING names. Throws std::runtime_error if nobody hears.
void tell_that_it_spins();

}  // namespace ranvier::bench
