// What a policy says of a thread that runs callbacks for a whole executor.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/node/executor_policy.h"

namespace ranvier {

/// The name of a thread that serves nodes: "talker", or with others "talker+2", as far as
/// ThreadSettings::kLongestName allows. Empty if there are none. @param nodes  full names.
std::string thread_name_of_nodes(const std::vector<std::string>& nodes);

/// Gives the calling thread ThreadPlan::usual() and the name of the nodes, once for each policy:
/// it keeps both when it spins no more. The first thread of a process keeps its own name, which
/// is the process's.
/// @param policy  null, or one without threads: nothing happens.
/// @param nodes  those that the executor has.
/// @param refused  gets what the system did not give, in a sentence; none if another thread of
///   the executor says it.
/// Contract: any thread; after the first time two comparisons.
void settle_spinning_thread(const std::shared_ptr<const ExecutorPolicy>& policy,
                            const std::function<std::vector<std::string>()>& nodes,
                            const std::function<void(const std::string&)>& refused);

}  // namespace ranvier
