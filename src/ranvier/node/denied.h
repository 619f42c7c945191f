// What a node wants for itself and its enclave denies.
#pragma once

#include <string>

#include "ranvier/route/network.h"

namespace ranvier {

/// Whether the permissions of the enclave refused it. A node can do without its own endpoints:
/// /rosout, /parameter_events, the services of its parameters, loggers and types.
inline bool is_denied(const Error& error) noexcept { return error.code == kDenied; }

/// Warns that a node goes on without what `refusal` names.
/// Contract: any thread; blocks on the outputs of the log.
void warn_that_node_goes_without(const std::string& refusal);

}  // namespace ranvier
