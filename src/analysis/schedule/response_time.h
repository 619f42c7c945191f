// How long each chain takes at most, by the analysis of PiCAS (Choi, Xiang and Kim, RTAS 2021,
// theorem 1), and by the same with the delay counted that a chain brings from another CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/schedule/task_set.h"

namespace ranvier::schedule {

constexpr std::int64_t kUnbounded = INT64_MAX;

enum class Releases {
  /// The callbacks of a chain that is spread over CPUs are released each period, as published.
  /// Where such a chain is late, simulation shows chains below it later than these times.
  kPeriodic,
  /// They are released up to the chain's own time later than its timer is: two may come close
  /// upon each other.
  kDelayed,
};

/// For each chain, the longest time from the release of its timer to the end of its last
/// callback, ns; kUnbounded where the iteration does not end.
///
/// The callbacks of a chain on one CPU are a segment. It takes their cost, and what may stand
/// before the lowest of them: the longest lower callback of another chain in its executor, once;
/// and each higher callback on the CPU, once for each of its releases. The segments of a chain
/// add up. If the sum exceeds the period, the instance before may still be under way, for one
/// period more.
std::vector<std::int64_t> response_times(const TaskSet& set, const Placement& placement,
                                         Releases releases = Releases::kDelayed);

}  // namespace ranvier::schedule
