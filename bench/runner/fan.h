// What several processes that had the same messages found together.
#pragma once

#include <cstddef>

#include "bench/runner/plan.h"

namespace ranvier::bench {

/// Takes the lines of LatencyLog::tell_each() out of a run's lines, and adds
/// median_us and last_us: over the messages that came to all `readers` processes,
/// the median of when the middle one of them had it, and of when the last one had.
/// NaN if there is none. Takes the sums over processes that mean nothing out.
void join_arrivals(RunResult& run, std::size_t readers);

}  // namespace ranvier::bench
