// The services by which peers look at the state of a managed node and change it.
#pragma once

#include <memory>
#include <vector>

#include "ranvier/proto/lifecycle/machine.h"
#include "ranvier/proto/serve.h"

namespace ranvier::lifecycle {

/// "~/change_state", "~/get_state", "~/get_available_states",
/// "~/get_available_transitions" and "~/get_transition_graph". They know the machine
/// weakly: a request may be answered while its node ends on another thread.
std::vector<NodeService> services(const std::shared_ptr<Machine>& machine);

}  // namespace ranvier::lifecycle
