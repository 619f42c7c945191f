// What runs of growing numbers of nodes, processes or hosts say together.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/plan.h"

namespace ranvier::bench {

/// Takes the lines of Gathering::tell() out of a run of `count` processes, the last of which was
/// started when the others had met. Adds discovery_ms, from the first exec to when all others had
/// met, last_ms, from the last one's exec to when it had met all, and incomplete, how many did
/// not see `count` in the end. Times are NaN where there is nobody to meet.
void join_gathering(RunResult& run, int count);

/// One figure of each run of a series.
struct Series {
  std::vector<double> counts;  ///< of nodes, processes or hosts
  std::vector<Outcome> runs;   ///< of as many
};

/// Of the quantities "pss_kb", "cpu_percent", "discovery_ms", "last_ms" and "traffic_kb", those
/// that the runs have: "<name>@<count>" of each; "<name>_slope", for one more; and
/// "<name>_exponent", each with "_low" and "_high". Of traffic_kb also computed_1000_MB, what the
/// line of the exponent gives for 1,000: computed, not measured; with bounds. Sums incomplete.
[[nodiscard]] Outcome join_series(const Series& series);

}  // namespace ranvier::bench
