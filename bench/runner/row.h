// What a row of processes that hand messages on found together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/runner/plan.h"

namespace ranvier::bench {

/// The quantiles of the published experiment on pipelines, 0 to 1.
[[nodiscard]] const std::vector<double>& row_quantiles();

/// What the quantile `q` of row_quantiles() is called, also as a key of an Outcome: "q99.9".
[[nodiscard]] std::string quantile_name(double q);

/// Takes the arrivals out of a run of a row of `hops` hops. A message that any of its nodes missed
/// is left out of the times, and counted.
///
/// Adds, in microseconds: p95_us and mean_us of the times from the first node's stamp to the last
/// node's callback, and their row_quantiles(); p95_per_hop_us, p95_us by the hops; hop_p95_us, over
/// all hops of all messages. Adds whole and missed (messages), and sets delivered_share to the
/// share of what is whole. Times are NaN if no message is whole.
/// Errors: std::runtime_error if there are not as many nodes that tell.
void join_row(RunResult& run, std::size_t hops);

}  // namespace ranvier::bench
