// What the executors of a placement do with a task set, event by event.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/schedule/task_set.h"

namespace ranvier::schedule {

/// How an executor picks among what is ready; both for the whole set.
enum class Picking {
  kPriority,  ///< the highest priority, at each pick
  kRounds,    ///< as the executors of ROS 2: what was ready at the look, timers first, then by
              ///< place in the set; then the next look
};

/// What one chain did.
struct Observed {
  std::int64_t longest = 0;  ///< from the release of the timer to the end of the last callback, ns
  std::int64_t total = 0;    ///< of all instances, ns
  std::uint64_t ended = 0;   ///< instances
};

/// Runs the set until `until` ns, each callback for its whole cost.
///
/// A CPU runs its highest executor that has work; an executor picks when its callback has ended.
/// A timer that is still waiting or running when it is due again is released when it ends, and
/// releases that passed altogether are left out. A message that the next one overtakes before
/// its callback begins is lost (history depth 1).
/// @param offsets  of the timers, ns, by chain; that of a shared timer is not read.
std::vector<Observed> simulate(const TaskSet& set, const Placement& placement,
                               const std::vector<std::int64_t>& offsets, std::int64_t until,
                               Picking picking = Picking::kPriority);

}  // namespace ranvier::schedule
