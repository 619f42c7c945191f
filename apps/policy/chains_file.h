// A file of chains, for `ranvier policy chains`.
//
//   cpus: 2
//   chains:                     # the most critical first
//     - name: braking
//       period: 80000000        # ns, of the timer; it is the deadline too
//       callbacks:              # the timer first; cost: the longest run, ns
//         - {id: "/camera@Timer(80000000)", cost: 2300000}
//         - {id: "/brake@Subscription(/image)", cost: 16100000}
//     - name: map
//       timer_of: braking       # its first callback is that chain's timer
//       best_effort: true       # its callbacks may be spread over CPUs
//       ...
#pragma once

#include <string>

#include "analysis/schedule/task_set.h"
#include "ranvier/base/result.h"

namespace ranvier::policy {

struct ChainsFile {
  std::size_t cpus = 1;
  schedule::TaskSet chains;
};

/// Fails with line, field and remedy.
Result<ChainsFile> read_chains(const std::string& path);

}  // namespace ranvier::policy
