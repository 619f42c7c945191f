// What several processes that had the same messages found together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "bench/runner/plan.h"

namespace ranvier::bench {

/// Of each message, by its sequence number, how many microseconds after its stamp it came.
using Arrivals = std::map<std::uint32_t, double>;

/// Takes the lines of LatencyLog::tell_each() out of a run's lines, in the order of the roles.
/// Takes the sums over processes that mean nothing out as well.
[[nodiscard]] std::vector<Arrivals> take_arrivals(RunResult& run);

/// Takes the arrivals out of a run, and adds median_us and last_us: over the messages that came
/// to all `readers` processes, the median of when the middle one of them had it, and of when the
/// last one had. NaN if there is none.
void join_arrivals(RunResult& run, std::size_t readers);

}  // namespace ranvier::bench
