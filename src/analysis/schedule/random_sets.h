// Task sets at random, as studies of schedulability draw them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/schedule/task_set.h"

namespace ranvier::schedule {

struct RandomSet {
  std::size_t chains = 9;
  std::size_t callbacks = 5;                                    ///< of each chain
  double utilisation = 2.5;                                     ///< of all
  std::int64_t shortest = 50'000'000, longest = 1'000'000'000;  ///< periods, ns
};

/// The same set for the same seed: utilisations by UUniFast, periods spread evenly by their
/// logarithm and rounded to milliseconds, the shortest period first (rate-monotonic).
TaskSet random_set(const RandomSet& what, std::uint64_t seed);
/// Offsets of its timers, ns, each within its period.
std::vector<std::int64_t> random_offsets(const TaskSet& set, std::uint64_t seed);

}  // namespace ranvier::schedule
